import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { secondMs } from '#lib/kernel/clock.ts'
import { isRefusal, Refusal, type RefusalCode } from '#lib/kernel/errors.ts'
import { parseJson } from '#lib/kernel/json.ts'

/** Protocol, section 8; RFC 6749 §5.2; RFC 6750 §3.1. */
const knownErrors = [
  'invalid_request',
  'unsupported_grant_type',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_grant',
  'unauthorized',
  'invalid_token',
  'insufficient_scope',
  'access_denied',
  'too_many_requests',
  'temporarily_unavailable',
  'server_error',
] as const

/** The known parts of a refusal. The rest is not logged: it may echo secrets of the request. */
const refusalResponseSchema = z
  .object({
    error: z.enum([...knownErrors, '']).catch(''),
    /** The request ID in the platform's log, in Latchkey's form. */
    requestId: z
      .string()
      .regex(/^req_[0-9A-Za-z]{20}$/)
      .catch(''),
  })
  .catch({ error: '', requestId: '' })

type RefusalContent = z.output<typeof refusalResponseSchema>

export type PlatformForm = Readonly<{
  platformUrl: string
  path: '/auth/v1/token' | '/auth/v1/sso'
  fields: Readonly<Record<string, string>>
  accessToken?: string
  traceparent?: string | undefined
}>

/** The content of a 200 response, or a refusal of the request. `detail` is for the log and holds no secret. */
export type PlatformResponse = Readonly<
  | { kind: 'granted'; content: unknown }
  | ({ kind: 'refused'; path: PlatformForm['path']; status: number; detail: string } & RefusalContent)
>

/** Short enough for a retry within the caller's limit. */
const attemptTimeoutMs = 2.5 * secondMs
/** A longer `Retry-After` is passed on to the user. */
const maxRetryDelaySeconds = 1
const maxResponseBytes = 64 * 1024

/**
 * Posts the form. Retries once if the response was lost or the platform asks for a retry within a second: a repeated
 * refresh gets the same successor, and an unopened link is harmless. Redirects are not followed, because the form may
 * hold secrets.
 * @param signal limits both attempts
 * @throws Refusal `platform_unreachable`, `platform_busy`, `platform_unusable`
 */
export async function postForm(form: PlatformForm, signal: AbortSignal): Promise<PlatformResponse> {
  try {
    return await postOnce(form, signal)
  } catch (error) {
    if (!(await mayRetry(error, signal))) throw error
    return await postOnce(form, signal)
  }
}

async function mayRetry(error: unknown, signal: AbortSignal): Promise<boolean> {
  if (!isRefusal(error) || error.code === 'platform_unusable') return false
  const { retryAfterSeconds = 0 } = error
  if (retryAfterSeconds > maxRetryDelaySeconds) return false
  await sleep(retryAfterSeconds * secondMs, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

async function postOnce(form: PlatformForm, signal: AbortSignal): Promise<PlatformResponse> {
  const { platformUrl, path, fields, accessToken, traceparent } = form
  try {
    const response = await fetch(`${platformUrl}${path}`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
        ...(traceparent !== undefined && { traceparent }),
      },
      body: new URLSearchParams(fields).toString(),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    return readOutcome(path, response, await readText(path, response))
  } catch (error) {
    if (isRefusal(error)) throw error
    throw new Refusal('platform_unreachable', { detail: `${path}: no answer`, cause: error })
  }
}

async function readText(path: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    // Throwing cancels the stream.
    if (length > maxResponseBytes) throw unusable(`${path} answered more than 64 KiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readOutcome(path: PlatformForm['path'], { status, headers }: Response, text: string): PlatformResponse {
  const content = parseJson(text)
  if (status === 200 && content !== undefined) return { kind: 'granted', content }
  const refusal = refusalResponseSchema.parse(content)
  const detail = [path, 'answered', status, refusal.error, refusal.requestId].filter((part) => part !== '').join(' ')
  if (status === 429 || status === 503) {
    throw new Refusal('platform_busy', { detail, retryAfterSeconds: readRetryAfter(headers) })
  }
  // The platform, or a proxy in front of it, failed.
  if (status >= 500) throw new Refusal('platform_unreachable', { detail })
  if (status >= 400) return { kind: 'refused', path, status, detail, ...refusal }
  throw unusable(detail)
}

/** Reads seconds, not dates (RFC 9110 §10.2.3), and at most an hour. */
function readRetryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), 3_600) : 5
}

function unusable(detail: string): Refusal {
  return new Refusal('platform_unusable', { detail })
}

type Refused = Extract<PlatformResponse, { kind: 'refused' }>

/** Codes about the key, its owner or its scopes (RFC 6749 §5.2, RFC 6750 §3.1). */
const keyErrors: readonly RefusalContent['error'][] = [
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_token',
  'insufficient_scope',
]

/** Translates the platform's refusal for the user who wanted to open an account. */
export function explainPlatformRefusal(refused: Refused): Refusal {
  return new Refusal(codeOf(refused), { detail: refused.detail })
}

function codeOf({ path, status, error }: Refused): RefusalCode {
  if (error === 'access_denied') return 'platform_account_refused'
  // This server checked every field before sending it, but only the platform knows its own return addresses.
  if (error === 'invalid_request' && path === '/auth/v1/sso') return 'platform_return_refused'
  return status === 401 || keyErrors.includes(error) ? 'platform_key_refused' : 'platform_unusable'
}
