import { z } from 'zod'
import { type Period, periods } from '#lib/domain/events/activity/event-filter.ts'
import { eventGroups, eventKinds } from '#lib/foundation/audit/event.ts'
import { commandLine } from '#lib/foundation/authorization/actor.ts'
import { networkSchema } from '#lib/kernel/networks.ts'

/** The longest email address. */
export const maxNamedLength = 254

const periodNames = Object.keys(periods) as Period[]

const place = z
  .string()
  .regex(/^\d{1,15}\.[A-Za-z0-9_]{1,64}$/, 'malformed')
  .transform((text) => {
    const [at, id = ''] = text.split('.')
    return { at: Number(at), id }
  })

/** An ID, an email address or a name. */
const named = z.string().trim().max(maxNamedLength, 'too_long')

/** An IP address, a CIDR range, or "CLI". A union would hide which problem the range has. */
const networkOrCli = z
  .string()
  .trim()
  .transform((text, context) => {
    if (['cli', commandLine].includes(text.toLowerCase())) return commandLine
    const network = networkSchema.safeParse(text)
    if (network.success) return network.data
    context.addIssue({ code: 'custom', message: network.error.issues[0]?.message ?? 'malformed' })
    return z.NEVER
  })

/** The query of the activity page, without empty fields. The error of every rule is a stable problem code. */
export const eventQuerySchema = z.object({
  person: named.optional(),
  account: named.optional(),
  key: named.optional(),
  network: networkOrCli.optional(),
  kind: z.enum([...eventGroups, ...eventKinds], 'malformed').optional(),
  from: z.iso.date('malformed').optional(),
  to: z.iso.date('malformed').optional(),
  /** Until now; `from` and `to` narrow it. */
  period: z.enum(periodNames, 'malformed').optional(),
  before: place.optional(),
  after: place.optional(),
})

export type EventQuery = z.output<typeof eventQuerySchema>
