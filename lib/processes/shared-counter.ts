import { ExhaustedSubjects } from '#lib/processes/exhausted-subjects.ts'
import { onPrimaryMessage, tellPrimary } from '#lib/processes/messages.ts'
import type { CountedFailure, FailureCounter, LimitName } from '#lib/rate-limits.ts'

/**
 * Counters for a worker: the primary counts for all workers, so that a limit holds for their sum. The primary names
 * exhausted subjects to every worker, so that a check costs no message.
 */
export function shareCounters(): (limit: LimitName) => FailureCounter {
  const exhausted = new ExhaustedSubjects()
  const pending = new Map<number, (counted: CountedFailure) => void>()
  let lastId = 0
  onPrimaryMessage((message) => {
    if (message.kind === 'exhausted') for (const one of message.subjects) exhausted.add(one)
    if (message.kind !== 'counted') return
    pending.get(message.id)?.(message.counted)
    pending.delete(message.id)
  })
  tellPrimary({ kind: 'joined' })
  return (limit) => ({
    exhaustedForMs: async (subject) => exhausted.remainingMs(limit, subject),
    count(subject) {
      const exhaustedForMs = exhausted.remainingMs(limit, subject)
      // The flood of a refused client must not reach the primary.
      if (exhaustedForMs !== undefined) return Promise.resolve({ excess: true, exhaustedForMs })
      const { promise, resolve } = Promise.withResolvers<CountedFailure>()
      lastId += 1
      pending.set(lastId, resolve)
      tellPrimary({ kind: 'failure', id: lastId, limit, subject })
      return promise
    },
  })
}
