import { z } from 'zod'
import { toRequestProblem } from '#lib/kernel/checked-request.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseJson } from '#lib/kernel/json.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import type { Server } from './server.ts'

/** Why a request to a server elsewhere failed, in sentences. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  /** Of the response; undefined without one. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** A response, read to its end. */
export type Reply = Readonly<{ status: number; headers: Headers; text: string }>

const errorBody = z.object({
  error: z.string(),
  error_description: z.string().default(''),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})

type ErrorBody = z.output<typeof errorBody>

const newToken =
  'The access token is not valid on this server: it has expired or was revoked. Set LATCHKEY_TOKEN to a new one.'
const dpopToken =
  'The access token is bound to a key of another program (DPoP). Use a token of an API key without DPoP.'

/** The error for a refused request. A refusal of fields reads as it does on the server's machine. */
export function toFailure(reply: Reply, server: Server): Error {
  if (reply.status >= 300 && reply.status < 400) return redirected(server)
  const body = errorBody.safeParse(parseJson(reply.text))
  if (!body.success) return notLatchkey(reply, server)
  const { fields } = body.data
  if (fields && Object.keys(fields).length > 0) return new Refusal('input_invalid', { fields })
  const facts = `(${reply.status}, request ID ${body.data.requestId})`
  return new RemoteError(`${describeRefusal(reply, body.data)} ${facts}`, reply.status)
}

function describeRefusal({ status, headers }: Reply, { error, error_description: description }: ErrorBody): string {
  const challenge = headers.get('www-authenticate') ?? ''
  if (status === 401) return challenge.startsWith('DPoP') ? dpopToken : newToken
  if (error === 'insufficient_scope') return describeScope(challenge)
  if (status === 412) return 'It has changed since it was read. Run the command again.'
  if (status === 429 || status === 503) return `${description} ${describeWait(headers)}`
  return description
}

function describeScope(challenge: string): string {
  const [, scope = 'that this command needs'] = /\bscope="([a-z:-]+)"/.exec(challenge) ?? []
  return `The access token lacks the scope ${scope}, or the owner of its API key is no longer an admin or owner.`
}

function describeWait(headers: Headers): string {
  const seconds = readRetryAfter(headers)
  return seconds === undefined ? 'Try again later.' : `Try again in ${countOf(seconds, 'second')}.`
}

/** In seconds. A date, which Latchkey never sends, is ignored. */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

function redirected({ origin }: Server): RemoteError {
  return new RemoteError(
    `${origin} redirects elsewhere, where the token is not sent. Set --url to the origin of Latchkey itself.`,
  )
}

export function notLatchkey({ status }: Pick<Reply, 'status'>, { origin }: Server): RemoteError {
  return new RemoteError(
    `The response of ${origin} is not one of this version of Latchkey (status ${status}). Check --url, and what stands in between.`,
  )
}

const unsure = 'If it changes anything, check whether it was done before you repeat it.'

/** The error for a request without a complete response. @param error of `fetch` */
export function toConnectionFailure(error: unknown, { origin }: Server): RemoteError {
  if (error instanceof RemoteError) return error
  if (error instanceof DOMException) {
    return new RemoteError(`${origin} did not respond in time. ${unsure}`)
  }
  const { code, cause } = findCause(error)
  const { host } = new URL(origin)
  if (toRequestProblem(cause) === 'tls') {
    return new RemoteError(
      `The TLS connection to ${origin} failed (${code}), and nothing was sent. Fix its certificate, or name the file of its certificate authority in NODE_EXTRA_CA_CERTS.`,
    )
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new RemoteError(`Host ${host} not found (${code}). Check the spelling of --url.`)
  }
  if (neverConnected.test(code)) {
    return new RemoteError(`${origin} can't be reached (${code}). Check --url, and whether the server runs.`)
  }
  return new RemoteError(`The connection to ${origin} broke off (${code}). ${unsure}`)
}

const neverConnected = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EADDRNOTAVAIL)$/

/** Whether the server may have got the request, although its response is lost. */
export function isLost(error: unknown): boolean {
  return /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(findCause(error).code)
}

/** `fetch` wraps the error of the connection. */
function findCause(error: unknown): Readonly<{ code: string; cause: unknown }> {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return { code: cause instanceof Error && 'code' in cause ? String(cause.code) : 'no code', cause }
}
