import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#lib/foundation/services.ts'
import { compileStatement } from '#lib/testing/compile-statement.ts'

/** Long enough for the other one to come, if nothing keeps it from coming. */
const patienceMs = 200

/**
 * Services in which two that run a statement of this kind meet after it: neither goes on before the other one has come
 * as far, unless that is kept waiting. The worst moment for two that must not pass each other, on either engine.
 * @param place recognises the statement by its text
 * @param onArrival called after each such statement
 */
export function meetAfter<Given extends Services>(
  services: Given,
  place: RegExp,
  onArrival: () => void = () => undefined,
): Given {
  const both = Promise.withResolvers<void>()
  const here = new WeakSet<object>()
  let arrived = 0
  const db = services.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (place.test(compileStatement(services.db, node).sql)) here.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (!here.has(queryId)) return result
      arrived += 1
      onArrival()
      if (arrived === 2) both.resolve()
      await Promise.race([both.promise, sleep(patienceMs)])
      return result
    },
  })
  return { ...services, db }
}

/** What became of each: `done`, or the code of the refusal; anything else is an error of ours and thrown. */
export async function settle(attempts: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(attempts)
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done'
    if (typeof outcome.reason?.code !== 'string') throw outcome.reason
    return outcome.reason.code
  })
}
