import { type FieldEntries, type FieldProblems, type Refusal, type RefusalCode, toRefusal } from '#lib/errors.ts'
import { logRefusal } from '#lib/http/refusal-response.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** What a form gets back when it was refused: codes that the interface puts into words, and nothing else. */
export type ActionRefusal = Readonly<{
  ok: false
  code: RefusalCode
  fields?: FieldProblems
  entries?: FieldEntries
  retryAfterSeconds?: number
  requestId: string
}>

export type ActionResult<T = undefined> = Readonly<{ ok: true; value: T }> | ActionRefusal

/**
 * Runs what a Server Action is for. A refusal becomes a result, whatever nobody foresaw becomes `server_error`; both
 * are logged with their private detail. Call a framework's `redirect` outside of it: that one works by throwing.
 */
export async function runAction<T>(
  { log }: Pick<Services, 'log'>,
  { address, requestId }: RequestContext,
  work: () => Promise<T>,
): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(log, refusal, { address, requestId })
    return toActionRefusal(refusal, requestId)
  }
}

/** The allow-list of what leaves: never the detail, never the cause. */
function toActionRefusal(
  { code, fields, entries, retryAfterSeconds }: Pick<Refusal, 'code' | 'fields' | 'entries' | 'retryAfterSeconds'>,
  requestId: string,
): ActionRefusal {
  return {
    ok: false,
    code,
    ...(fields && { fields }),
    ...(entries && { entries }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    requestId,
  }
}
