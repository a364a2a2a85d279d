import { setTimeout as sleep } from 'node:timers/promises'
import { NoAnswer, type Send } from '../rig/http.ts'
import {
  askGrant,
  askRefresh,
  askSessionStatus,
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
import { enterFamily, enterOpening, pickTokens, requestIdOf } from './load.ts'
import { insist, type Known } from './patience.ts'

/** What patient clients share: they outlive whatever happens to the product, and hold it to its word. */
export type PatientShift = {
  readonly send: Send
  readonly programs: readonly Program[]
  readonly accountIds: readonly string[]
  /** What a person's browser sends who looks at the portal. */
  readonly cookies: string
  readonly ledger: Ledger
  readonly faults: Faults
  /** Somebody between here and there may ask twice, as a balancer does where an instance falls silent. */
  readonly mayAskTwice: boolean
  /** How long each rests between two requests. */
  readonly restMs: number
  over: boolean
  /** Refreshes that took a second attempt, with the same token. */
  repeated: number
  /** Of these, refused because the retry window was over: that is the bargain. */
  refusedLate: number
  /** Links that had been opened, though nobody was told so at the time. */
  readonly openedInSilence: string[]
}

/** As the product is told by `REFRESH_RETRY_SECONDS`: the longest that it takes. */
export const retryWindowMs = 60_000

/** Shortly before its 15 seconds are over nobody can say any more what a link will do; they begin before its answer. */
const surelyLiveMs = 13_000

/**
 * Puts the product under load: programs that live on one refresh chain, programs that open links and come back to what
 * these have opened, and a person. Resolves once everybody knows what became of their last request.
 */
export async function workPatiently(shift: PatientShift, clients: number): Promise<void> {
  const workers = Array.from({ length: clients }, (_, index) => {
    const program = shift.programs[index % shift.programs.length]
    if (!program) throw new Error('there is no program')
    return index % 3 === 2 ? openAccounts(shift, program) : goOnRefreshing(shift, program)
  })
  await Promise.all([...workers, lookAtPortal(shift)].map((worker) => orGiveUp(shift, worker)))
}

/** Who has got no answer for very long stops asking, and the others go on. */
async function orGiveUp(shift: PatientShift, worker: Promise<void>): Promise<void> {
  try {
    await worker
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    shift.faults.add('a client has given up', error.message)
  }
}

async function goOnRefreshing(shift: PatientShift, program: Program): Promise<void> {
  let refreshToken: string | undefined
  while (!shift.over) {
    refreshToken = refreshToken ? await refresh(shift, program, refreshToken) : await begin(shift, program)
    await sleep(shift.restMs)
  }
}

/** @returns the refresh token of a new chain */
async function begin(shift: PatientShift, program: Program): Promise<string | undefined> {
  const known = await insist({ ...shift, ask: () => askTokens(shift.send, program) })
  if (!isExpected(shift, known, 200, 'tokens')) return undefined
  await enterFamily(shift.ledger, program, known.answer)
  return readTokens(known.answer).refreshToken
}

/** @returns the successor; undefined where the chain has ended */
async function refresh(shift: PatientShift, program: Program, token: string): Promise<string | undefined> {
  const familyId = familyOf(token)
  const ask = () => askRefresh(shift.send, program.username, token)
  const known = await insist({ ...shift, ask, subject: familyId })
  if (known.doubts > 0) shift.repeated++
  if (known.answer.status === 400 && performance.now() - known.askedAt >= retryWindowMs) {
    shift.refusedLate++
    await shift.ledger.enter({ kind: 'reuse', familyId, requestId: requestIdOf(known.answer) })
    return undefined
  }
  if (!isExpected(shift, known, 200, 'refresh')) return undefined
  const tokens = readTokens(known.answer)
  await shift.ledger.enter({ kind: 'rotation', familyId, ...pickTokens(tokens) })
  return tokens.refreshToken
}

async function openAccounts(shift: PatientShift, program: Program): Promise<void> {
  let accessToken: string | undefined
  for (let index = 0; !shift.over; index++) {
    const accountId = shift.accountIds[index % shift.accountIds.length] ?? ''
    if (accessToken === undefined) {
      const known = await insist({ ...shift, ask: () => askTokens(shift.send, program) })
      if (isExpected(shift, known, 200, 'tokens')) accessToken = readTokens(known.answer).accessToken
    } else {
      await openAccount(shift, accessToken, accountId)
    }
    await sleep(shift.restMs)
  }
}

async function openAccount(shift: PatientShift, accessToken: string, accountId: string): Promise<void> {
  const issued = await insist({ ...shift, ask: () => askGrant(shift.send, accessToken, accountId) })
  if (!isExpected(shift, issued, 200, 'link')) return
  const grantUrl = readGrantUrl(issued.answer)
  await shift.ledger.enter({ kind: 'grant', grantUrl, accountId })
  const opened = await insist({ ...shift, ask: () => openGrant(shift.send, grantUrl), subject: grantUrl })
  // A link works once and lives 15 seconds: whoever got no answer may find it used, or too old by now.
  if ((opened.doubts > 0 || shift.mayAskTwice) && opened.answer.status === 410) {
    if (opened.doubts === 0) await shift.ledger.enter({ kind: 'unsure', subject: grantUrl })
    if (performance.now() - issued.askedAt < surelyLiveMs) shift.openedInSilence.push(grantUrl)
    return
  }
  if (!isExpected(shift, opened, 303, 'opening')) return
  await enterOpening(shift.ledger, grantUrl, opened.answer)
  await comeBack(shift, accountId, readSessionCookies(opened.answer) ?? '')
}

async function comeBack(shift: PatientShift, accountId: string, cookie: string): Promise<void> {
  const known = await insist({ ...shift, ask: () => askSessionStatus(shift.send, accountId, cookie) })
  if (!isExpected(shift, known, 200, 'status')) return
  if (JSON.parse(known.answer.body).open !== true) shift.faults.add('an open session is said to be over', accountId)
}

async function lookAtPortal(shift: PatientShift): Promise<void> {
  while (!shift.over) {
    const headers = { Cookie: shift.cookies, Accept: 'text/html' }
    const known = await insist({ ...shift, ask: () => shift.send({ path: '/', headers }) })
    isExpected(shift, known, 200, 'portal')
    await sleep(shift.restMs)
  }
}

function isExpected(shift: PatientShift, { answer, doubts }: Known, status: number, what: string): boolean {
  if (answer.status === status) return true
  const kind = answer.status < 500 && doubts > 0 ? 'false refusal after trouble' : 'wrong answer'
  shift.faults.add(`${kind}: ${what} answered ${answer.status}`, answer.body.slice(0, 200))
  return false
}
