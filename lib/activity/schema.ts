import { z } from 'zod'
import { parsePlace } from '#lib/activity/event-filter.ts'
import { eventGroups, eventKinds } from '#lib/audit/event.ts'

export const maxAccountLength = 64

const place = z
  .string()
  .regex(/^\d{1,15}\.[A-Za-z0-9_]{1,64}$/, 'malformed')
  .transform(parsePlace)

/** The query of the activity page, without empty fields. The error of every rule is a stable problem code. */
export const eventQuerySchema = z.object({
  /** An ID, an email address or a username. */
  person: z.string().max(254, 'too_long').optional(),
  account: z.string().trim().max(maxAccountLength, 'too_long').optional(),
  kind: z.enum([...eventGroups, ...eventKinds], 'malformed').optional(),
  from: z.iso.date('malformed').optional(),
  to: z.iso.date('malformed').optional(),
  before: place.optional(),
  after: place.optional(),
})

export type EventQuery = z.output<typeof eventQuerySchema>
