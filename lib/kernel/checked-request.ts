import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { findFixedAddresses, isAllowedAddress } from '#lib/kernel/allowed-addresses.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** Why there is no usable response. */
export const requestProblems = [
  'timeout',
  'unresolved',
  'blocked_address',
  'bad_url',
  'connection',
  'tls',
  'redirect',
] as const

export type RequestProblem = (typeof requestProblems)[number]

export class CheckedRequestError extends Error {
  override readonly name = 'CheckedRequestError'
  readonly problem: RequestProblem

  constructor(problem: RequestProblem) {
    super(problem)
    this.problem = problem
  }
}

/** The IP addresses of a name, in canonical form; none if it has none. The signal ends the search. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>

export type CheckedRequest = Readonly<{
  /** `https`, or `http` on loopback; checked by the caller. */
  url: URL
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}>

export type CheckOptions = Readonly<{
  /** Networks that are allowed though they are not public. */
  networks: readonly string[]
  /** Ends the name resolution, the request and the response. */
  deadline: AbortSignal
  resolve?: Resolve | undefined
}>

/**
 * Sends a request to an address that is allowed now. The name is resolved once, each of its addresses is checked, and
 * the connection goes to a checked one. No redirect is followed, and no proxy is used.
 * @param read reads as much of the response as the caller wants; the rest is dropped
 * @throws CheckedRequestError `unresolved` or `blocked_address`; otherwise errors of the connection, see
 *   {@link toRequestProblem}
 */
export async function sendChecked<T>(
  request: CheckedRequest,
  { networks, deadline, resolve = resolveName }: CheckOptions,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const { hostname } = request.url
  const addresses = findFixedAddresses(hostname) ?? (await untilAborted(resolve(hostname, deadline), deadline))
  if (addresses.length === 0) throw new CheckedRequestError('unresolved')
  if (!addresses.every((address) => isAllowedAddress(address, networks))) {
    throw new CheckedRequestError('blocked_address')
  }
  return exchange(request, { addresses, deadline }, read)
}

/** What to call an error of {@link sendChecked}; not for its end by `deadline`. */
export function toRequestProblem(error: unknown): RequestProblem {
  if (error instanceof CheckedRequestError) return error.problem
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
    code,
  )
    ? 'tls'
    : 'connection'
}

/**
 * Only by DNS: unlike `getaddrinfo`, it needs no thread of the pool that hashes passwords, and it can be ended. If one
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

async function exchange<T>(
  { url, method, headers, body }: CheckedRequest,
  { addresses, deadline }: Readonly<{ addresses: readonly string[]; deadline: AbortSignal }>,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
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
    if (!response) throw new CheckedRequestError('connection')
    return await read(response)
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
