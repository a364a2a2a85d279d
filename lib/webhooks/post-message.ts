import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { secondMs } from '#lib/clock.ts'
import type { DeliveryProblem, Outcome } from '#lib/webhooks/webhook.ts'
import { findFixedAddresses, isAllowedAddress, parseWebhookUrl } from '#lib/webhooks/webhook-url.ts'

/** For everything: the name, the connection, the request and the response. */
const timeoutMs = 15 * secondMs
const maxAnswerBytes = 1_024

/** The IP addresses of a name, in canonical form; none if it has none. The signal ends the search. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>

export type Post = Readonly<{ url: string; headers: Readonly<Record<string, string>>; body: string }>

export type PostOptions = Readonly<{
  /** Networks that are allowed though they are not public. */
  networks: readonly string[]
  signal: AbortSignal
  resolve?: Resolve | undefined
}>

/**
 * Posts JSON to an address that is allowed now. The name is resolved once, each of its addresses is checked, and the
 * connection goes to a checked one. No redirect is followed, and no proxy is used. A response counts by its status, even
 * if its body is cut off.
 */
export async function postMessage(post: Post, { networks, signal, resolve = resolveName }: PostOptions) {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const deadline = AbortSignal.any([signal, timeout])
  const attempt = async () => {
    const parsed = parseWebhookUrl(post.url)
    if ('problem' in parsed) throw new DeliveryError('bad_url')
    const url = new URL(parsed.url)
    const addresses = await findAddresses(url.hostname, { resolve, deadline })
    if (addresses.length === 0) throw new DeliveryError('unresolved')
    if (!addresses.every((address) => isAllowedAddress(address, networks))) throw new DeliveryError('blocked_address')
    return exchange(post, { url, addresses, deadline })
  }
  const outcome = await attempt().catch((error: unknown) => {
    const problem = signal.aborted ? 'stopped' : timeout.aborted ? 'timeout' : toProblem(error)
    return { status: null, problem, answer: '' } as const
  })
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) } satisfies Outcome
}

class DeliveryError extends Error {
  readonly problem: DeliveryProblem

  constructor(problem: DeliveryProblem) {
    super(problem)
    this.problem = problem
  }
}

async function findAddresses(
  hostname: string,
  { resolve, deadline }: Readonly<{ resolve: Resolve; deadline: AbortSignal }>,
): Promise<string[]> {
  return findFixedAddresses(hostname) ?? untilAborted(resolve(hostname, deadline), deadline)
}

/**
 * By DNS alone: unlike `getaddrinfo`, it needs no thread of the pool that hashes passwords, and it can be ended. If one
 * family fails, the other one's addresses are used.
 */
async function resolveName(hostname: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3 * secondMs, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
}

/** Every address is tried. Node.js would give up on one after a quarter of a second. */
const connecting = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2 * secondMs }

type Exchange = Readonly<{ url: URL; addresses: readonly string[]; deadline: AbortSignal }>

async function exchange({ headers, body }: Post, { url, addresses, deadline }: Exchange) {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // An agent of its own: no connection is shared, and no proxy is taken from the environment.
    agent: false,
    // Instead of a second resolution. `Host`, SNI and the certificate's name stay those of the URL.
    lookup: pinTo(addresses),
    ...connecting,
    signal: deadline,
  })
  // An error after the response has begun: the response's own reader meets it.
  request.on('error', () => undefined)
  try {
    request.end(body)
    const [response]: IncomingMessage[] = await once(request, 'response', { signal: deadline })
    if (!response) throw new DeliveryError('connection')
    const status = response.statusCode ?? 0
    const problem = status >= 300 && status < 400 ? ('redirect' as const) : null
    return { status, problem, answer: await readStart(response) }
  } finally {
    request.destroy()
  }
}

function pinTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_hostname, options, done) => {
    const [first] = all
    if (options.all || !first) done(null, all)
    else done(null, first.address, first.family)
  }
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      length += chunk.length
      // Leaving the loop drops the rest.
      if (length >= maxAnswerBytes) break
    }
  } catch {
    // The connection broke or the time is over: what has arrived is shown, and the status counts.
  }
  return toShownText(Buffer.concat(chunks).subarray(0, maxAnswerBytes))
}

/** Without control characters, which PostgreSQL refuses in part and which could change what an operator sees. */
function toShownText(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
}

function toProblem(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryError) return error.problem
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
    code,
  )
    ? 'tls'
    : 'connection'
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
