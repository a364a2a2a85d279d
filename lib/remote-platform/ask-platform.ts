import { setTimeout as sleep } from 'node:timers/promises'
import { secondMs } from '#lib/clock.ts'
import { isRefusal, Refusal } from '#lib/errors.ts'
import { type RefusalContent, refusalAnswerSchema } from '#lib/remote-platform/schema.ts'

/** One form for the other platform, whose address `platformUrl` is. */
export type Question = Readonly<{
  platformUrl: string
  path: '/auth/v1/token' | '/auth/v1/sso'
  fields: Readonly<Record<string, string>>
  accessToken?: string
}>

/** What it said: something, or a refusal of what was asked. `detail` is for the log and holds no secret. */
export type PlatformAnswer = Readonly<
  { kind: 'granted'; content: unknown } | ({ kind: 'refused'; status: number; detail: string } & RefusalContent)
>

/** An answer that was lost is asked for again while there is time. */
const attemptMs = 2.5 * secondMs
/** Whoever asks for more patience than this is not asked again by itself. */
const longestPauseSeconds = 1
const longestAnswer = 64 * 1024
const noRefusal: RefusalContent = { error: '', error_description: '', requestId: '' }

/**
 * Sends the form, and once more where the answer was lost or the platform asks to come back within a second: a token
 * that is refreshed twice gets the same successor, and a link that nobody opens does no harm. Redirects are not
 * followed: whatever is sent stays with the platform.
 * @param signal ends all of it
 * @throws Refusal `platform_unreachable`, `platform_busy`, `platform_unusable`
 */
export async function askPlatform(question: Question, signal: AbortSignal): Promise<PlatformAnswer> {
  try {
    return await askOnce(question, signal)
  } catch (error) {
    if (!(await mayAskAgain(error, signal))) throw error
    return await askOnce(question, signal)
  }
}

async function mayAskAgain(error: unknown, signal: AbortSignal): Promise<boolean> {
  if (!isRefusal(error) || error.code === 'platform_unusable') return false
  const { retryAfterSeconds = 0 } = error
  if (retryAfterSeconds > longestPauseSeconds) return false
  await sleep(retryAfterSeconds * secondMs, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

async function askOnce(question: Question, signal: AbortSignal): Promise<PlatformAnswer> {
  const { platformUrl, path, fields, accessToken } = question
  try {
    const response = await fetch(`${platformUrl}${path}`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
      },
      body: new URLSearchParams(fields).toString(),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
    })
    return judge(path, response, await readText(path, response))
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
    // Leaving the loop cancels the stream.
    if (length > longestAnswer) throw unusable(`${path} answered more than 64 KiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function judge(path: string, { status, headers }: Response, text: string): PlatformAnswer {
  const content = parseJson(text)
  if (status === 200 && content !== undefined) return { kind: 'granted', content }
  const refusal = refusalAnswerSchema.safeParse(content).data ?? noRefusal
  const detail = [path, 'answered', status, refusal.error, refusal.requestId].filter((part) => part !== '').join(' ')
  if (status === 429 || status === 503) {
    throw new Refusal('platform_busy', { detail, retryAfterSeconds: readRetryAfter(headers) })
  }
  // A proxy before it, or the platform itself, failed in the middle of it.
  if (status >= 500) throw new Refusal('platform_unreachable', { detail })
  if (status >= 400) return { kind: 'refused', status, detail, ...refusal }
  throw unusable(detail)
}

/** Seconds alone are understood (RFC 9110 §10.2.3 knows dates, too); an hour is the longest that is passed on. */
function readRetryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), 3_600) : 5
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unusable(detail: string): Refusal {
  return new Refusal('platform_unusable', { detail })
}
