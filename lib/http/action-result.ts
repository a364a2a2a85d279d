import { type FieldEntries, type FieldProblems, type Refusal, type RefusalCode, toRefusal } from '#lib/errors.ts'
import { logRefusal } from '#lib/http/refusal-response.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** A refusal as a form receives it: codes only, which the interface translates. */
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
 * Runs the work of a Server Action. A refusal becomes a result, an unexpected error becomes `server_error`; both are
 * logged with their private detail. Call Next's `redirect` outside of it, because `redirect` throws.
 */
export async function runAction<T>(
  { log }: Pick<Services, 'log'>,
  context: RequestContext,
  work: () => Promise<T>,
): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(log, refusal, context)
    return toActionRefusal(refusal, context.requestId)
  }
}

/** An allow-list: detail and cause stay private. */
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
