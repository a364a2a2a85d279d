import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAnyonesBrowser } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { createFairQueue } from '#lib/kernel/fair-queue.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'
import { readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import { runInTurn } from '#lib/web/gateway/form-turn.ts'

/** @throws Refusal `temporarily_unavailable` while too many wait */
type Admit = (exchange: Exchange, address: string, pass: () => void) => Promise<void>

export type PageGate = Readonly<{
  /** Passes a page request on in its turn. */
  admitPage: Admit
  /**
   * Passes a form on in its turn. The body must have arrived already, so that a slow client does not block the queue.
   */
  admitForm: Admit
  /** The hash of a browser with an earlier sign-in. During a database outage every browser counts as new. */
  findKnownBrowser: (request: IncomingMessage) => Promise<string | undefined>
}>

type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse }>

/** How long a page keeps its turn: neither slow readers nor an unreachable database hold up the others. */
const turnMs = secondMs

/**
 * Bounds the number of concurrent pages and forms: each takes milliseconds of the process that also serves the token
 * endpoint, and megabytes of memory until it is out. More at once would only make all of them late. Forms of browsers
 * with an earlier sign-in have their own queue; new browsers take turns by client network. A flood of sign-ins
 * therefore blocks neither other networks nor users in their own browsers.
 */
export function createPageGate({ db, env }: Pick<Services, 'db' | 'env'>): PageGate {
  const pages = createFairQueue({
    name: 'pages',
    running: 4,
    runningPerLane: 4,
    waiting: 2_000,
    waitingPerLane: 500,
  })
  const fromNewBrowsers = createFairQueue({
    name: 'forms of new browsers',
    running: 3,
    runningPerLane: 1,
    waiting: 1_000,
    waitingPerLane: 200,
  })
  const fromKnownBrowsers = createFairQueue({
    name: 'forms',
    running: 50,
    runningPerLane: 4,
    waiting: 500,
    waitingPerLane: 50,
  })

  /** Resolves when the response is out, the client has gone or the form gives its turn to the next one. */
  async function serveNewBrowser(response: ServerResponse, pass: () => void): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const departure = new AbortController()
    response.once('close', () => departure.abort())
    const turn = { end, countWaiting: () => fromNewBrowsers.readLoad().waiting, signal: departure.signal }
    await Promise.race([runInTurn(turn, () => serve(response, pass)), ended])
  }

  async function findKnownBrowser({ headers }: IncomingMessage): Promise<string | undefined> {
    const hash = readBrowserHash(headers.cookie, env.baseUrl)
    return hash !== undefined && (await isAnyonesBrowser(db, hash).catch(() => false)) ? hash : undefined
  }

  return {
    admitPage: ({ response }, address, pass) => pages.run(toClientNetwork(address), () => render(response, pass)),
    async admitForm({ request, response }, address, pass) {
      const known = await findKnownBrowser(request)
      if (known !== undefined) return fromKnownBrowsers.run(known, () => serve(response, pass))
      await fromNewBrowsers.run(toClientNetwork(address), () => serveNewBrowser(response, pass))
    },
    findKnownBrowser,
  }
}

/** Resolves when the response is out or the client has gone. */
function serve(response: ServerResponse, pass: () => void): Promise<void> {
  if (response.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  response.once('finish', resolve).once('close', resolve)
  pass()
  return promise
}

/** Resolves when the page is rendered, the client has gone or the turn is over. */
async function render(response: ServerResponse, pass: () => void): Promise<void> {
  const { promise: turn, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, turnMs)
  response.once('prefinish', resolve)
  await Promise.race([serve(response, pass), turn])
  clearTimeout(timer)
}
