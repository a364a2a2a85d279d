import { setTimeout as sleep } from 'node:timers/promises'
import { findHead } from '#lib/domain/events/journal/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { isStopping } from '#lib/kernel/stopping.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

/** Requests of one process that may wait at the same time. Whenever the journal goes on, each of them reads it. */
const maxWaiting = 50
const maxWaitingPerKey = 5

/** Events are sealed once a second. */
const intervalMs = secondMs

type Waiter = Readonly<{ after: number; keyId: string; wake: () => void }>
type WaitList = { readonly waiters: Set<Waiter>; isWatched: boolean }

// By database: each process and each test has its own.
const waitLists = new WeakMap<object, WaitList>()

/**
 * Waits until the journal has gone on after this entry, the time is over, or the process is stopping. One query a
 * second serves every waiting request of the process.
 * @throws Refusal `too_many_requests` if too many requests of the process, or of the key, wait already
 */
export async function awaitEntries(
  services: Services,
  { after, keyId, forMs }: Readonly<{ after: number; keyId: string; forMs: number }>,
): Promise<void> {
  const list = waitLists.get(services.db) ?? { waiters: new Set(), isWatched: false }
  waitLists.set(services.db, list)
  const { waiters } = list
  const ofKey = [...waiters].filter((waiter) => waiter.keyId === keyId)
  if (waiters.size >= maxWaiting || ofKey.length >= maxWaitingPerKey) {
    throw new Refusal('too_many_requests', { reason: 'too_many_waiting', reasonFacts: { keyId }, retryAfterSeconds: 1 })
  }
  const { promise, resolve: wake } = Promise.withResolvers<void>()
  const waiter = { after, keyId, wake }
  waiters.add(waiter)
  const timer = setTimeout(wake, forMs)
  // It serves other requests, too, so it does not end with the time of this one.
  if (!list.isWatched) void runWithoutWaitBudget(() => watch(services, list))
  try {
    await promise
  } finally {
    clearTimeout(timer)
    waiters.delete(waiter)
  }
}

async function watch(services: Services, list: WaitList): Promise<void> {
  list.isWatched = true
  while (list.waiters.size > 0) {
    await sleep(intervalMs)
    const head = isStopping(services) ? Number.POSITIVE_INFINITY : await readHead(services)
    for (const { after, wake } of list.waiters) if (after < head) wake()
  }
  list.isWatched = false
}

/** If the database does not answer, everyone is woken: their own reading reports it. */
async function readHead({ db }: Services): Promise<number> {
  return findHead(db).then(
    ({ seq }) => seq,
    () => Number.POSITIVE_INFINITY,
  )
}
