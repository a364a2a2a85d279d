import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBrowserHash } from '#lib/cookies/browser-cookie.ts'
import { createFairQueue } from '#lib/fair-queue.ts'
import { isAnyonesBrowser } from '#lib/portal-sessions/find-sessions.ts'
import { toClientNetwork } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

export type FormGate = Readonly<{
  /**
   * Passes a form on in its turn. The body must have arrived already, so that a slow client does not block the queue.
   * @param address the client IP address
   * @throws Refusal `temporarily_unavailable` while too many forms wait
   */
  admit(exchange: Exchange, address: string, pass: () => void): Promise<void>
}>

type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse }>

/**
 * Bounds the number of concurrent forms: a page takes milliseconds of the process that also serves the token endpoint.
 * Browsers with an earlier sign-in have their own queue; new browsers take turns by client network. A flood of sign-ins
 * therefore blocks neither other networks nor users in their own browsers.
 */
export function createFormGate({ db, env }: Pick<Services, 'db' | 'env'>): FormGate {
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
    runningPerLane: 6,
    waiting: 500,
    waitingPerLane: 50,
  })

  /** The hash of a browser with an earlier sign-in. During a database outage every browser counts as new. */
  async function findKnownBrowser({ headers }: IncomingMessage): Promise<string | undefined> {
    const hash = readBrowserHash(headers.cookie, env.baseUrl)
    return hash !== undefined && (await isAnyonesBrowser(db, hash).catch(() => false)) ? hash : undefined
  }

  return {
    async admit(exchange, address, pass) {
      const known = await findKnownBrowser(exchange.request)
      if (known !== undefined) return fromKnownBrowsers.run(known, () => serve(exchange.response, pass))
      await fromNewBrowsers.run(toClientNetwork(address), () => serve(exchange.response, pass))
    },
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
