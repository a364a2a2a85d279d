import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, NoAnswer } from '../harness/http.ts'
import type { Faults } from '../resilience-test.ts'
import type { Ledger } from './ledger.ts'

/** The final response, and the attempts before it. */
export type Known = Readonly<{
  answer: Answer
  /** Requests whose outcome is unknown. */
  unknownOutcomes: number
  /** The time of the first request, by `performance.now()`. */
  askedAt: number
}>

/** A repeatable request. */
export type Question = Readonly<{
  ask: () => Promise<Answer>
  ledger: Ledger
  faults: Faults
  /** Its ID for entries of unknown outcomes; undefined if the request changes nothing. */
  subject?: string
}>

const maxRetryMs = 120_000
const defaultPauseMs = 1_000

/**
 * Repeats a request until there is a response other than 503, like a robust client.
 * @throws NoAnswer without a response for two minutes
 */
export async function retryUntilAnswered({ ask, ledger, faults, subject }: Question): Promise<Known> {
  const askedAt = performance.now()
  for (let unknownOutcomes = 0; ; unknownOutcomes++) {
    const answer = await askOnce(ask)
    if (answer && answer.status !== 503) return { answer, unknownOutcomes, askedAt }
    if (unknownOutcomes === 0 && subject !== undefined) await ledger.enter({ kind: 'unsure', subject })
    if (performance.now() - askedAt > maxRetryMs) throw new NoAnswer('no response for two minutes')
    const retryAfter = Number(answer?.headers['retry-after'])
    if (answer && !(retryAfter >= 1)) faults.add('503 without Retry-After', answer.body.slice(0, 200))
    await sleep(retryAfter >= 1 ? retryAfter * 1_000 : defaultPauseMs)
  }
}

/** Whether the response has this status; any other is a fault. */
export function isExpected(
  { faults }: Pick<Question, 'faults'>,
  { answer, unknownOutcomes }: Known,
  status: number,
  what: string,
): boolean {
  if (answer.status === status) return true
  const kind = answer.status < 500 && unknownOutcomes > 0 ? 'false refusal after trouble' : 'wrong answer'
  // Successes contain tokens.
  faults.add(`${kind}: ${what} answered ${answer.status}`, answer.status < 400 ? '' : answer.body.slice(0, 200))
  return false
}

async function askOnce(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}
