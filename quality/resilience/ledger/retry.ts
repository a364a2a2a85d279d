import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, NoAnswer } from '../harness/http.ts'
import type { Faults } from '../resilience-test.ts'
import type { Ledger } from './ledger.ts'

/** What was answered in the end, and what it took. */
export type Known = Readonly<{
  answer: Answer
  /** How often nobody could say what became of it. */
  unknownOutcomes: number
  /** When it was asked for the first time, by `performance.now()`. */
  askedAt: number
}>

/** Something that may be asked again, and whom it is about. */
export type Question = Readonly<{
  ask: () => Promise<Answer>
  ledger: Ledger
  faults: Faults
  /** What the ledger calls it while nobody knows what became of it; undefined where nothing can have. */
  subject?: string
}>

const maxRetryMs = 120_000
const defaultPauseMs = 1_000

/**
 * Asks until there is an answer, as a good client does: 503 means later, and silence may mean anything.
 * @throws NoAnswer when there is none for two minutes
 */
export async function retryUntilAnswered({ ask, ledger, faults, subject }: Question): Promise<Known> {
  const askedAt = performance.now()
  for (let unknownOutcomes = 0; ; unknownOutcomes++) {
    const answer = await askOnce(ask)
    if (answer && answer.status !== 503) return { answer, unknownOutcomes, askedAt }
    if (unknownOutcomes === 0 && subject !== undefined) await ledger.enter({ kind: 'unsure', subject })
    if (performance.now() - askedAt > maxRetryMs) throw new NoAnswer('nobody has answered for two minutes')
    const retryAfter = Number(answer?.headers['retry-after'])
    if (answer && !(retryAfter >= 1)) faults.add('503 without a word on when to come back', answer.body.slice(0, 200))
    await sleep(retryAfter >= 1 ? retryAfter * 1_000 : defaultPauseMs)
  }
}

async function askOnce(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}
