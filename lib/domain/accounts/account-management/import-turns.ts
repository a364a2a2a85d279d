import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Imports of one process at the same time. Batches take turns anyway. */
const maxImports = 4

// By database: each process and each test has its own.
const running = new WeakMap<object, number>()

/** @returns ends the turn. @throws Refusal `temporarily_unavailable` if too many imports run in this process */
export function takeImportTurn({ db }: Pick<Services, 'db'>): () => void {
  const count = running.get(db) ?? 0
  if (count >= maxImports) {
    throw new Refusal('temporarily_unavailable', { detail: 'too many imports run', retryAfterSeconds: 10 })
  }
  running.set(db, count + 1)
  let isEnded = false
  return () => {
    if (!isEnded) running.set(db, (running.get(db) ?? 1) - 1)
    isEnded = true
  }
}
