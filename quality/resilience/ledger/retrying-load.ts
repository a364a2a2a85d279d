import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/fixtures.ts'
import { NoAnswer, type Send } from '../harness/http.ts'
import {
  askGrant,
  askRefresh,
  askSessionStatus,
  askTokens,
  openGrant,
  readGrantUrl,
  readSessionCookies,
  readTokens,
} from '../harness/protocol.ts'
import type { Faults } from '../resilience-test.ts'
import { familyOf, type KnownKey } from './acknowledged-state.ts'
import { enterFamily, enterOpening, pickTokens, requestIdOf } from './enter.ts'
import type { Ledger } from './ledger.ts'
import { isExpected, retryUntilAnswered } from './retry.ts'
import { rotateKeys } from './retrying-rotation.ts'

/** Shared by clients that repeat requests through interruptions. */
export type RetryingWorkload = {
  readonly send: Send
  readonly programs: readonly ApiClient[]
  readonly accountIds: readonly string[]
  /** The cookies of a user who reads the portal. */
  readonly cookies: string
  /** Rotatable keys, and keys with a pending secret. */
  readonly keysToRotate: KnownKey[]
  readonly ledger: Ledger
  readonly faults: Faults
  /** A load balancer in front may repeat requests. */
  readonly mayAskTwice: boolean
  /** The pause of each client between two requests. */
  readonly restMs: number
  over: boolean
  /** Refreshes that took a second attempt, with the same token. */
  repeated: number
  /** The number of these that were refused after the retry window, as documented. */
  refusedLate: number
  /** Links that were opened by a request without a response. */
  readonly openedInSilence: string[]
}

/** The maximum of `REFRESH_RETRY_SECONDS`, which the product is started with. */
export const retryWindowMs = 60_000

/** Near its expiry the outcome of a link is unknown: its 15 s start before the response. */
const surelyLiveMs = 13_000

/**
 * Puts the product under load: clients that refresh one token family, clients that open links and revisit the sessions,
 * clients that rotate keys, and a user. Resolves when every client has its last response.
 */
export async function runRetryingLoad(workload: RetryingWorkload, clients: number): Promise<void> {
  const workers = Array.from({ length: clients }, (_, index) => {
    const program = workload.programs[index % workload.programs.length]
    if (!program) throw new Error('there is no program')
    return index % 3 === 2 ? openAccounts(workload, program) : goOnRefreshing(workload, program)
  })
  workers.push(rotateKeys(workload), rotateKeys(workload), lookAtPortal(workload))
  await Promise.all(workers.map((worker) => orGiveUp(workload, worker)))
}

/** A client without a response for two minutes stops. The others continue. */
async function orGiveUp(workload: RetryingWorkload, worker: Promise<void>): Promise<void> {
  try {
    await worker
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    workload.faults.add('a client has given up', error.message)
  }
}

async function goOnRefreshing(workload: RetryingWorkload, program: ApiClient): Promise<void> {
  let refreshToken: string | undefined
  while (!workload.over) {
    refreshToken = refreshToken ? await refresh(workload, program, refreshToken) : await begin(workload, program)
    await sleep(workload.restMs)
  }
}

/** @returns the refresh token of a new family */
async function begin(workload: RetryingWorkload, program: ApiClient): Promise<string | undefined> {
  const known = await retryUntilAnswered({ ...workload, ask: () => askTokens(workload.send, program) })
  if (!isExpected(workload, known, 200, 'tokens')) return undefined
  await enterFamily(workload.ledger, program, known.answer)
  return readTokens(known.answer).refreshToken
}

/** @returns the successor; undefined if the family has ended */
async function refresh(workload: RetryingWorkload, program: ApiClient, token: string): Promise<string | undefined> {
  const familyId = familyOf(token)
  const ask = () => askRefresh(workload.send, program.username, token)
  const known = await retryUntilAnswered({ ...workload, ask, subject: familyId })
  if (known.unknownOutcomes > 0) workload.repeated++
  if (known.answer.status === 400 && performance.now() - known.askedAt >= retryWindowMs) {
    workload.refusedLate++
    await workload.ledger.enter({ kind: 'reuse', familyId, requestId: requestIdOf(known.answer) })
    return undefined
  }
  if (!isExpected(workload, known, 200, 'refresh')) return undefined
  const tokens = readTokens(known.answer)
  await workload.ledger.enter({ kind: 'rotation', familyId, ...pickTokens(tokens) })
  return tokens.refreshToken
}

async function openAccounts(workload: RetryingWorkload, program: ApiClient): Promise<void> {
  let accessToken: string | undefined
  for (let index = 0; !workload.over; index++) {
    const accountId = workload.accountIds[index % workload.accountIds.length] ?? ''
    if (accessToken === undefined) {
      const known = await retryUntilAnswered({ ...workload, ask: () => askTokens(workload.send, program) })
      if (isExpected(workload, known, 200, 'tokens')) accessToken = readTokens(known.answer).accessToken
    } else {
      await openAccount(workload, accessToken, accountId)
    }
    await sleep(workload.restMs)
  }
}

async function openAccount(workload: RetryingWorkload, accessToken: string, accountId: string): Promise<void> {
  const issued = await retryUntilAnswered({ ...workload, ask: () => askGrant(workload.send, accessToken, accountId) })
  if (!isExpected(workload, issued, 200, 'link')) return
  const grantUrl = readGrantUrl(issued.answer)
  await workload.ledger.enter({ kind: 'grant', grantUrl, accountId })
  const opened = await retryUntilAnswered({
    ...workload,
    ask: () => openGrant(workload.send, grantUrl),
    subject: grantUrl,
  })
  // After a request without a response, the link may be used or expired.
  if ((opened.unknownOutcomes > 0 || workload.mayAskTwice) && opened.answer.status === 410) {
    if (opened.unknownOutcomes === 0) await workload.ledger.enter({ kind: 'unsure', subject: grantUrl })
    if (performance.now() - issued.askedAt < surelyLiveMs) workload.openedInSilence.push(grantUrl)
    return
  }
  if (!isExpected(workload, opened, 303, 'opening')) return
  await enterOpening(workload.ledger, grantUrl, opened.answer)
  await comeBack(workload, accountId, readSessionCookies(opened.answer) ?? '')
}

async function comeBack(workload: RetryingWorkload, accountId: string, cookie: string): Promise<void> {
  const known = await retryUntilAnswered({ ...workload, ask: () => askSessionStatus(workload.send, accountId, cookie) })
  if (!isExpected(workload, known, 200, 'status')) return
  if (JSON.parse(known.answer.body).open !== true) workload.faults.add('an open session is said to be over', accountId)
}

async function lookAtPortal(workload: RetryingWorkload): Promise<void> {
  while (!workload.over) {
    const headers = { Cookie: workload.cookies, Accept: 'text/html' }
    const known = await retryUntilAnswered({ ...workload, ask: () => workload.send({ path: '/', headers }) })
    isExpected(workload, known, 200, 'portal')
    await sleep(workload.restMs)
  }
}
