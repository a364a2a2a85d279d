import type { IncomingMessage } from 'node:http'
import type { Outcome } from '#lib/domain/events/webhooks/webhook.ts'
import { parseWebhookUrl } from '#lib/domain/events/webhooks/webhook-url.ts'
import { CheckedRequestError, type Resolve, sendChecked, toRequestProblem } from '#lib/kernel/checked-request.ts'
import { secondMs } from '#lib/kernel/clock.ts'

/** For everything: the name, the connection, the request and the response. */
const timeoutMs = 15 * secondMs
const maxAnswerBytes = 1_024

export type Post = Readonly<{ url: string; headers: Readonly<Record<string, string>>; body: string }>

export type PostOptions = Readonly<{
  /** Networks that are allowed though they are not public. */
  networks: readonly string[]
  signal: AbortSignal
  resolve?: Resolve | undefined
}>

/** Posts JSON as {@link sendChecked} does. A response counts by its status, even if its body is cut off. */
export async function postMessage({ url: text, headers, body }: Post, { networks, signal, resolve }: PostOptions) {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const deadline = AbortSignal.any([signal, timeout])
  const attempt = async () => {
    const parsed = parseWebhookUrl(text)
    if ('problem' in parsed) throw new CheckedRequestError('bad_url')
    const request = { url: new URL(parsed.url), method: 'POST', headers, body } as const
    return sendChecked(request, { networks, deadline, resolve }, readOutcome)
  }
  const outcome = await attempt().catch((error: unknown) => {
    const problem = signal.aborted ? 'stopped' : timeout.aborted ? 'timeout' : toRequestProblem(error)
    return { status: null, problem, answer: '' } as const
  })
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) } satisfies Outcome
}

async function readOutcome(response: IncomingMessage) {
  const status = response.statusCode ?? 0
  const problem = status >= 300 && status < 400 ? ('redirect' as const) : null
  return { status, problem, answer: await readStart(response) }
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
