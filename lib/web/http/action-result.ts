import type { Services } from '#lib/foundation/services.ts'
import { type FieldEntries, type FieldProblems, type RefusalCode, toRefusal } from '#lib/kernel/errors.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'

/** A refusal as a form receives it: codes only, which the interface translates. */
export type ActionRefusal = Readonly<{
  ok: false
  code: RefusalCode
  fields?: FieldProblems | undefined
  entries?: FieldEntries | undefined
  retryAfterSeconds?: number | undefined
  requestId: string
}>

export type ActionResult<T = undefined> = Readonly<{ ok: true; value: T }> | ActionRefusal

/** Runs a Server Action's work; an error becomes a logged result. Call Next's `redirect`, which throws, outside. */
export async function runAction<T>(
  services: Pick<Services, 'log' | 'usage' | 'keyUsage'>,
  context: RequestContext,
  work: () => Promise<T>,
): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(services, refusal, context)
    const { code, fields, entries, retryAfterSeconds } = refusal
    // An allow-list: detail and cause stay private.
    return { ok: false, code, fields, entries, retryAfterSeconds, requestId: context.requestId }
  }
}
