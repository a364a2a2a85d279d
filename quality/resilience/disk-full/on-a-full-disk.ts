import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/fixtures.ts'
import type { Answer, Send } from '../harness/http.ts'
import {
  askGrant,
  askRefresh,
  askSessionStatus,
  askTokens,
  openGrant,
  readGrantUrl,
  readTokens,
} from '../harness/protocol.ts'
import type { Faults } from '../resilience-test.ts'

/** Tokens, links and sessions issued before the disk is full. */
export type InHand = {
  readonly program: ApiClient
  readonly accountId: string
  readonly accessToken: string
  refreshToken: string
  /** Unopened links. */
  readonly links: string[]
  /** Cookies of account sessions and of a portal user, all last seen over a minute ago. */
  readonly sessionCookies: readonly string[]
  readonly personCookies: string
}

const patienceMs = 20_000
const surelyLiveMs = 13_000
const pauseMs = 20

/** Writes return the error of the protocol once the files have no free space. */
export async function expectWritesRefused(send: Send, hand: InHand, faults: Faults): Promise<void> {
  await askUntilRefused('tokens', () => askTokens(send, hand.program), faults)
  await askUntilRefused('link', () => askGrant(send, hand.accessToken, hand.accountId), faults)
  await askUntilRefused('refresh', () => refresh(send, hand), faults)
  await askUntilRefused('opening', () => openNext(send, hand), faults)
}

/** Reads succeed. */
export async function expectReadsAnswered(send: Send, hand: InHand, faults: Faults): Promise<void> {
  const { accountId, sessionCookies, personCookies } = hand
  const expect = (what: string, { status }: Answer, expected: number) => {
    if (status !== expected) faults.add(`${what} answered ${status} on a full disk`)
  }
  expect('/livez', await send({ path: '/livez' }), 200)
  expect('JWKS', await send({ path: '/.well-known/jwks.json' }), 200)
  expect('an access token', await askGrant(send, hand.accessToken, 'no-such-account'), 403)
  for (const cookie of sessionCookies) {
    const session = await askSessionStatus(send, accountId, cookie)
    if (!JSON.parse(session.body).open) faults.add('a session is not open on a full disk', session.body)
    expect('an account', await send({ path: `/accounts/${accountId}`, headers: { Cookie: cookie } }), 200)
  }
  expect('the portal', await send({ path: '/', headers: { Cookie: personCookies } }), 200)
}

/** With free space, the same refresh token succeeds. @returns the milliseconds until then */
export async function expectHealed(send: Send, hand: InHand, faults: Faults): Promise<number> {
  const startedAt = performance.now()
  const works = async () => {
    const answers = [await askTokens(send, hand.program), await refresh(send, hand)]
    for (const { status } of answers) if (status !== 200 && status !== 503) faults.add(`after it, answered ${status}`)
    return answers.every(({ status }) => status === 200)
  }
  while (!(await works())) {
    if (performance.now() - startedAt > patienceMs) {
      faults.add('did not heal')
      break
    }
    await sleep(pauseMs)
  }
  return performance.now() - startedAt
}

/** With free space, the refused link opens within its 15 s. @returns whether it was opened in time */
export async function expectLinkGood(send: Send, hand: InHand, faults: Faults): Promise<boolean> {
  const [link = ''] = hand.links
  const age = Date.now() - Number(new URL(link).searchParams.get('timestamp'))
  if (age > surelyLiveMs) return false
  const { status } = await openNext(send, hand)
  if (status !== 303) faults.add(`a refused link answered ${status} afterwards`)
  return true
}

/** Requests this many links into an account. */
export async function takeLinks(send: Send, accessToken: string, accountId: string, count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => askGrant(send, accessToken, accountId)))
  return answers.map(readGrantUrl)
}

async function refresh(send: Send, hand: InHand): Promise<Answer> {
  const answer = await askRefresh(send, hand.program.username, hand.refreshToken)
  if (answer.status === 200) hand.refreshToken = readTokens(answer).refreshToken
  return answer
}

/** Opens the next link; a 503 leaves it unused. */
async function openNext(send: Send, hand: InHand): Promise<Answer> {
  const [link] = hand.links
  if (link === undefined) throw new Error('there are not enough links for so many openings')
  const answer = await openGrant(send, link)
  if (answer.status !== 503) hand.links.shift()
  return answer
}

/** Some writes succeed while the files have free pages. */
async function askUntilRefused(what: string, ask: () => Promise<Answer>, faults: Faults): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const answer = await ask()
    if (answer.status === 503) {
      const isPage = what === 'opening'
      if (!isRightRefusal(answer, isPage)) faults.add(`${what}: not the refusal of the protocol`, answer.body)
      return
    }
    if (answer.status !== 200 && answer.status !== 303) {
      faults.add(`${what} answered ${answer.status} on a full disk`, answer.body)
      return
    }
    await sleep(pauseMs)
  }
  faults.add(`${what}: never refused, although the disk is full`)
}

function isRightRefusal({ headers, body }: Answer, isPage: boolean): boolean {
  if (!/^[12]$/.test(String(headers['retry-after']))) return false
  if (isPage) return String(headers['content-type']).startsWith('text/html')
  const { error, ...rest } = JSON.parse(body)
  return error === 'temporarily_unavailable' && Object.keys(rest).sort().join() === 'error_description,requestId'
}
