import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, NoAnswer, type Send } from '../rig/http.ts'
import {
  askGrant,
  askRefresh,
  askTokens,
  openGrant,
  readGrantUrl,
  readSessionCookies,
  readTokens,
} from '../rig/protocol.ts'
import type { Program } from '../rig/scene.ts'
import type { Faults } from '../trial.ts'
import { familyOf } from './book.ts'
import type { Ledger } from './ledger.ts'

/** What workers share. They work until it says so, or until nobody answers them any more. */
export type Shift = {
  readonly send: Send
  readonly programs: readonly Program[]
  readonly accountIds: readonly string[]
  readonly ledger: Ledger
  readonly faults: Faults
  /** How often "try again" was answered, which a client has to live with. */
  unavailable: number
  over: boolean
}

const pauseMs = 50

type Worker = (shift: Shift, program: Program) => Promise<void>

/** Programs that come back for new tokens, programs that live on one refresh chain, and people who open accounts. */
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
]

/** Puts the product under load. Resolves when every worker has stopped. */
export async function work(shift: Shift): Promise<void> {
  await Promise.all(workers.map((worker, index) => keepAt(worker, shift, pick(shift.programs, index))))
}

/** Nobody answers the last requests to an instance that is killed: then the shift is over. */
async function keepAt(worker: Worker, shift: Shift, program: Program): Promise<void> {
  try {
    while (!shift.over) await worker(shift, program)
  } catch (error) {
    if (!(error instanceof NoAnswer)) shift.faults.add('a worker broke off', String(error))
  }
}

async function getTokens(shift: Shift, program: Program): Promise<void> {
  const answer = await askTokens(shift.send, program)
  if (await isExpected(shift, answer, 200, 'tokens')) await enterFamily(shift.ledger, program, answer)
}

async function goOnRefreshing(shift: Shift, program: Program): Promise<void> {
  const first = await askTokens(shift.send, program)
  if (!(await isExpected(shift, first, 200, 'tokens'))) return
  await enterFamily(shift.ledger, program, first)
  let { refreshToken } = readTokens(first)
  while (!shift.over) {
    const familyId = familyOf(refreshToken)
    const answer = await orUnsure(shift.ledger, familyId, askRefresh(shift.send, program.username, refreshToken))
    if (!(await isExpected(shift, answer, 200, 'refresh'))) continue
    const tokens = readTokens(answer)
    await shift.ledger.enter({ kind: 'rotation', familyId, ...pickTokens(tokens) })
    refreshToken = tokens.refreshToken
  }
}

async function openAccounts(shift: Shift, program: Program): Promise<void> {
  const first = await askTokens(shift.send, program)
  if (!(await isExpected(shift, first, 200, 'tokens'))) return
  await enterFamily(shift.ledger, program, first)
  const { accessToken } = readTokens(first)
  for (let index = 0; !shift.over; index++) {
    const accountId = pick(shift.accountIds, index)
    const issued = await askGrant(shift.send, accessToken, accountId)
    if (!(await isExpected(shift, issued, 200, 'link'))) continue
    const grantUrl = readGrantUrl(issued)
    await shift.ledger.enter({ kind: 'grant', grantUrl, accountId })
    const opened = await orUnsure(shift.ledger, grantUrl, openGrant(shift.send, grantUrl))
    if (await isExpected(shift, opened, 303, 'opening')) await enterOpening(shift.ledger, grantUrl, opened)
  }
}

export async function enterFamily(
  ledger: Ledger,
  { username, keyId }: Pick<Program, 'username' | 'keyId'>,
  answer: Answer,
): Promise<void> {
  const tokens = readTokens(answer)
  const familyId = familyOf(tokens.refreshToken)
  await ledger.enter({ kind: 'family', familyId, username, keyId, ...pickTokens(tokens) })
}

export async function enterOpening(ledger: Ledger, grantUrl: string, answer: Answer): Promise<void> {
  const cookie = readSessionCookies(answer) ?? ''
  await ledger.enter({ kind: 'opening', grantUrl, cookie, requestId: requestIdOf(answer) })
}

export function requestIdOf({ headers }: Answer): string {
  return String(headers['x-request-id'])
}

export function pickTokens({ accessToken, refreshToken }: Readonly<{ accessToken: string; refreshToken: string }>) {
  return { accessToken, refreshToken }
}

/** Notes that nobody knows what became of it, where no answer comes. */
async function orUnsure(ledger: Ledger, subject: string, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoAnswer) await ledger.enter({ kind: 'unsure', subject })
    throw error
  }
}

/** Whoever is told to come back later does so after a moment. */
async function isExpected(shift: Shift, answer: Answer, status: number, what: string): Promise<boolean> {
  if (answer.status === status) return true
  if (answer.status !== 503) shift.faults.add(`${what} answered ${answer.status} under load`, answer.body)
  else {
    shift.unavailable++
    await sleep(pauseMs)
  }
  return false
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('there is none')
  return found
}
