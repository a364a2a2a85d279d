import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/fixtures.ts'
import { type Answer, NoAnswer, type Send } from '../harness/http.ts'
import { askGrant, askRefresh, askTokens, openGrant, readGrantUrl, readTokens } from '../harness/protocol.ts'
import type { Faults } from '../resilience-test.ts'
import { type AcknowledgedState, familyOf } from './acknowledged-state.ts'
import { enterFamily, enterOpening, pickTokens } from './enter.ts'
import type { Ledger } from './ledger.ts'
import { presentNewSecret } from './new-secrets.ts'

/** Shared by workers, which run until `over` is set or the instance stops responding. */
export type Workload = {
  readonly send: Send
  readonly programs: readonly ApiClient[]
  readonly accountIds: readonly string[]
  readonly ledger: Ledger
  readonly state: AcknowledgedState
  readonly faults: Faults
  /** The pause of each worker between two requests. */
  readonly restMs: number
  /** The number of 503 responses, which a client must handle. */
  unavailable: number
  over: boolean
}

const pauseMs = 50
/** Interrupts as many kinds of requests, and leaves fewer entries to verify. */
export const shortRestMs = 30

type Worker = (workload: Workload, program: ApiClient) => Promise<void>

/**
 * Clients that request new tokens, refresh one token family or change to new secrets, and browsers that open accounts.
 */
const workers: readonly Worker[] = [
  getTokens,
  getTokens,
  goOnRefreshing,
  goOnRefreshing,
  goOnRefreshing,
  goOnRefreshing,
  openAccounts,
  openAccounts,
  openAccounts,
  changeSecret,
]

/** Puts the product under load. Resolves when every worker has stopped. */
export async function work(workload: Workload): Promise<void> {
  await Promise.all(workers.map((worker, index) => keepAt(worker, workload, pick(workload.programs, index))))
}

/** A killed instance does not respond to its last requests: that ends the workload. */
async function keepAt(worker: Worker, workload: Workload, program: ApiClient): Promise<void> {
  try {
    while (!workload.over) await worker(workload, program)
  } catch (error) {
    if (!(error instanceof NoAnswer)) workload.faults.add('a worker broke off', String(error))
  }
}

async function getTokens(workload: Workload, program: ApiClient): Promise<void> {
  const answer = await askTokens(workload.send, program)
  if (await isExpected(workload, answer, 200, 'tokens')) await enterFamily(workload.ledger, program, answer)
  await sleep(workload.restMs)
}

async function goOnRefreshing(workload: Workload, program: ApiClient): Promise<void> {
  const first = await askTokens(workload.send, program)
  if (!(await isExpected(workload, first, 200, 'tokens'))) return
  await enterFamily(workload.ledger, program, first)
  let { refreshToken } = readTokens(first)
  while (!workload.over) {
    const familyId = familyOf(refreshToken)
    const answer = await orUnsure(workload.ledger, familyId, askRefresh(workload.send, program.username, refreshToken))
    if (!(await isExpected(workload, answer, 200, 'refresh'))) continue
    const tokens = readTokens(answer)
    await workload.ledger.enter({ kind: 'rotation', familyId, ...pickTokens(tokens) })
    refreshToken = tokens.refreshToken
    await sleep(workload.restMs)
  }
}

async function openAccounts(workload: Workload, program: ApiClient): Promise<void> {
  const first = await askTokens(workload.send, program)
  if (!(await isExpected(workload, first, 200, 'tokens'))) return
  await enterFamily(workload.ledger, program, first)
  const { accessToken } = readTokens(first)
  for (let index = 0; !workload.over; index++) {
    const accountId = pick(workload.accountIds, index)
    const issued = await askGrant(workload.send, accessToken, accountId)
    if (!(await isExpected(workload, issued, 200, 'link'))) continue
    const grantUrl = readGrantUrl(issued)
    await workload.ledger.enter({ kind: 'grant', grantUrl, accountId })
    const opened = await orUnsure(workload.ledger, grantUrl, openGrant(workload.send, grantUrl))
    if (await isExpected(workload, opened, 303, 'opening')) await enterOpening(workload.ledger, grantUrl, opened)
    await sleep(workload.restMs)
  }
}

async function changeSecret(workload: Workload): Promise<void> {
  const key = [...workload.state.keys.values()].find((one) => one.pending !== undefined && workload.state.isUsable(one))
  // A command may be revoking the key: a refusal counts only after a start.
  if (key) await presentNewSecret(workload, key)
  await sleep(pauseMs)
}

/** Enters an unknown outcome when there is no response. */
async function orUnsure(ledger: Ledger, subject: string, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoAnswer) await ledger.enter({ kind: 'unsure', subject })
    throw error
  }
}

/** Repeats a request after a 503. */
async function isExpected(workload: Workload, answer: Answer, status: number, what: string): Promise<boolean> {
  if (answer.status === status) return true
  if (answer.status !== 503) workload.faults.add(`${what} answered ${answer.status} under load`, answer.body)
  else {
    workload.unavailable++
    await sleep(pauseMs)
  }
  return false
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('there is none')
  return found
}
