import type { IncomingMessage } from 'node:http'
import {
  type CheckedRequest,
  type RequestProblem,
  type Resolve,
  sendChecked,
  toRequestProblem,
} from '#lib/kernel/checked-request.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { type Env, isLoopbackHost } from '#lib/kernel/env.ts'
import { readOrigin } from '#lib/kernel/origin.ts'

/** For everything: the name, the connection, the request and the whole response. */
const timeoutMs = 10 * secondMs
const maxBytes = 256 * 1_024

/**
 * `issuer_differs`, `not_discovery`, `incomplete`: of the discovery document. `algorithms`: it promises no signature by
 * a public key. `invalid_client`: of the token endpoint. `bad_response`: of another response.
 */
export type ProviderProblem =
  | RequestProblem
  | ('too_large' | 'not_discovery' | 'issuer_differs' | 'incomplete' | 'bad_response')
  | ('algorithms' | 'invalid_client' | 'rate_limited' | 'server_error')

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly problem: ProviderProblem
  /** The issuer that the provider names instead, for owners. */
  readonly actual: string | undefined

  constructor(problem: ProviderProblem, { actual, cause }: Readonly<{ actual?: string; cause?: unknown }> = {}) {
    super(problem, { cause })
    this.problem = problem
    this.actual = actual
  }
}

/** The `ProviderError` behind an error of a library, if one is. */
export function findProviderError(error: unknown): ProviderError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof ProviderError) return at
  }
  return undefined
}

/** The status of the response that a library's error is about: of the error, or of its cause. */
export function statusOf(error: unknown): number | undefined {
  const sources = [error, error instanceof Error ? error.cause : undefined]
  return sources.map((source) => Reflect.get(Object(source), 'status')).find((status) => typeof status === 'number')
}

/** What the status of a response says, whatever was requested. */
export function problemOfStatus(error: unknown): 'rate_limited' | 'server_error' | undefined {
  const status = statusOf(error) ?? 0
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : undefined
}

type Init = Readonly<{ method?: string; headers?: unknown; body?: unknown; signal?: AbortSignal | undefined | null }>

/** What the libraries call instead of `fetch`. */
export type ProviderFetch = (url: string, init: Init) => Promise<Response>

/**
 * Fetches from a provider as {@link sendChecked} does, within 10 seconds and 256 KiB. A provider on this machine is
 * allowed for a server that is on this machine itself.
 * @throws ProviderError
 */
export function createProviderFetch(
  { baseUrl, providerNetworks }: Pick<Env, 'baseUrl' | 'providerNetworks'>,
  resolve?: Resolve,
): ProviderFetch {
  const isLocal = isLoopbackHost(new URL(baseUrl).hostname)
  const networks = isLocal ? [...providerNetworks, '127.0.0.0/8', '::1'] : providerNetworks
  return async (text, init) => {
    const origin = readOrigin(text)
    if (!origin || (origin.startsWith('http:') && !isLocal)) throw new ProviderError('bad_url')
    const timeout = AbortSignal.timeout(timeoutMs)
    const deadline = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    try {
      return await sendChecked(toRequest(text, init), { networks, deadline, resolve }, readResponse)
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw new ProviderError(deadline.aborted ? 'timeout' : toRequestProblem(error), { cause: error })
    }
  }
}

function toRequest(text: string, { method, headers, body }: Init): CheckedRequest {
  return {
    url: new URL(text),
    method: method === 'POST' ? 'POST' : 'GET',
    headers: toHeaders(headers),
    body: body === undefined || body === null ? undefined : String(body),
  }
}

function toHeaders(headers: unknown): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers.entries()] : Object.entries(Object(headers))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

async function readResponse(response: IncomingMessage): Promise<Response> {
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400) throw new ProviderError('redirect')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) throw new ProviderError('too_large')
  }
  const headers = new Headers()
  for (const name of ['content-type', 'www-authenticate', 'date']) {
    const value = response.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (status < 200 || status > 599) throw new ProviderError('bad_response')
  return new Response(status === 204 ? null : Buffer.concat(chunks), { status, headers })
}
