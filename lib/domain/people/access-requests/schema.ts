import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { maxDecisionNoteLength, maxReasonLength } from '#lib/domain/people/access-requests/access-request.ts'

/** Text with line breaks. Browsers send them as CR LF. */
function shortText(min: number, max: number) {
  return z
    .string('required')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(min, 'required').max(max, 'too_long'))
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), 'malformed')
}

export const newAccessRequestSchema = z.object({
  accountId: z.string('required').trim().pipe(accountIdSchema),
  reason: shortText(1, maxReasonLength),
})

export const accessDecisionSchema = z.object({
  requestId: z.string().max(64),
  decision: z.enum(['approved', 'declined']),
  note: shortText(0, maxDecisionNoteLength),
})

export type NewAccessRequest = Readonly<{ accountId: string; reason: string }>
export type AccessDecision = Readonly<{ requestId: string; decision: string; note: string }>
