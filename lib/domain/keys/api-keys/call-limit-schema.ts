import { z } from 'zod'
import { type CallLimit, limitModes, maxCallsPerDay, maxCallsPerMinute } from '#lib/domain/keys/api-keys/call-limit.ts'

/** A form's number of calls; empty: any number. */
function calls(max: number) {
  return z
    .union([z.string(), z.number(), z.null()], 'malformed')
    .transform((text) => (text === null || String(text).trim() === '' ? null : Number(text)))
    .pipe(z.int('malformed').min(1, 'out_of_range').max(max, 'out_of_range').nullable())
    .default(null)
}

/** A form's limit; `off` removes it. Every `error` is a problem code. */
export const callLimitSchema = z
  .object({
    keyId: z.string().max(64),
    mode: z.string('unknown').pipe(z.enum(['off', ...limitModes], 'unknown')),
    perMinute: calls(maxCallsPerMinute),
    perDay: calls(maxCallsPerDay),
  })
  .transform(({ keyId, mode, perMinute, perDay }, context): { keyId: string; limit: CallLimit | null } => {
    if (mode === 'off') return { keyId, limit: null }
    if (perMinute !== null || perDay !== null) return { keyId, limit: { mode, perMinute, perDay } }
    context.issues.push({ code: 'custom', message: 'required', path: ['perMinute'], input: '' })
    return z.NEVER
  })

export type CallLimitInput = z.input<typeof callLimitSchema>
