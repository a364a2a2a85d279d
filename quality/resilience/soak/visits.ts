import { setTimeout as sleep } from 'node:timers/promises'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type ApiClient, testOperator } from '../harness/fixtures.ts'
import type { Answer, Send } from '../harness/http.ts'
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

/** Clients, fixtures and faults of a run. */
export type Visitors = Readonly<{
  send: Send
  programs: readonly ApiClient[]
  /** Clients whose keys are rotated, and that are on no visit now. */
  rotated: ApiClient[]
  services: Services
  accountIds: readonly string[]
  cookies: string
  faults: Faults
}>

/** One of so many visits begins with a new secret. */
export const visitsPerRotation = 50

async function visit(visitors: Visitors, index: number): Promise<void> {
  const { services, send, rotated } = visitors
  const former = index % visitsPerRotation === 0 ? rotated.pop() : undefined
  if (!former) return visitAs(visitors, pick(visitors.programs, index), index)
  const { keyId } = former
  const { secret } = await rotateSecret(services, testOperator, { keyId, retireAfter: '0' })
  const client = { ...former, secret }
  await visitAs(visitors, client, index)
  expect(await askTokens(send, former), 401)
  rotated.push(client)
}

/** A client gets tokens, refreshes them and requests a link; a browser opens it and reads its session status. */
async function visitAs(visitors: Visitors, program: ApiClient, index: number): Promise<void> {
  const { send, cookies } = visitors
  const accountId = pick(visitors.accountIds, index)
  const first = readTokens(expect(await askTokens(send, program), 200))
  const { accessToken } = readTokens(expect(await askRefresh(send, program.username, first.refreshToken), 200))
  const issued = expect(await askGrant(send, accessToken, accountId), 200)
  const opened = expect(await openGrant(send, readGrantUrl(issued)), 303)
  expect(await askSessionStatus(send, accountId, readSessionCookies(opened) ?? ''), 200)
  if (index % 10 === 0) expect(await send({ path: '/', headers: { Cookie: cookies } }), 200)
}

/** Visits in a closed loop with this many workers: the maximum rate. @returns visits per second */
export async function visitAtFullLoad(visitors: Visitors, forMs: number): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  const row = async () => {
    while (performance.now() - startedAt < forMs) await tryVisit(visitors, count++)
  }
  await Promise.all(Array.from({ length: 16 }, row))
  return count / ((performance.now() - startedAt) / 1_000)
}

/** Starts visits at a constant rate (open loop). @returns their number */
export async function visitAtPace(visitors: Visitors, perSecond: number, forMs: number): Promise<number> {
  const startedAt = performance.now()
  const underWay = new Set<Promise<void>>()
  let count = 0
  for (let elapsedMs = 0; elapsedMs < forMs; elapsedMs = performance.now() - startedAt) {
    for (; count < (elapsedMs / 1_000) * perSecond; count++) {
      const going = tryVisit(visitors, count).finally(() => underWay.delete(going))
      underWay.add(going)
    }
    await sleep(10)
  }
  await Promise.all(underWay)
  return count
}

/** A failed visit is a fault and does not stop the others. */
async function tryVisit(visitors: Visitors, index: number): Promise<void> {
  try {
    await visit(visitors, index)
  } catch (error) {
    visitors.faults.add('a visit failed', error instanceof Error ? error.message.slice(0, 200) : String(error))
  }
}

function expect(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`answered ${answer.status} in place of ${status}`)
  return answer
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('there is none')
  return found
}
