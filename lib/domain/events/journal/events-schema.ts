import { z } from 'zod'
import { journalAnswer } from '#lib/domain/events/journal/schema.ts'
import { eventKinds } from '#lib/foundation/audit/event.ts'

const maxEventsPerRead = 1_000
const maxWaitSeconds = 30

function numberBetween(least: number, most: number) {
  const outside = `it is not a whole number from ${least} to ${most}`
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : text),
    z.int(outside).min(least, outside).max(most, outside),
  )
}

/** The query of `GET /api/v1/events`. Each `error` is a reason for the client. */
export const eventsQuery = z.object({
  after: numberBetween(0, Number.MAX_SAFE_INTEGER).default(0).meta({
    description: 'The number of the last event that you have: `next` of the last response. 0 starts with the oldest.',
    example: 4_711,
  }),
  limit: numberBetween(1, maxEventsPerRead).default(100).meta({ description: 'The most events in one response.' }),
  kind: z
    .preprocess(
      (text) => (typeof text === 'string' ? text.split(',') : text),
      z.array(z.enum(eventKinds, 'it has an unknown kind of event')).max(eventKinds.length, 'it has too many kinds'),
    )
    .optional()
    .meta({ description: 'Only events of these kinds, separated by commas.', example: ['api_key.revoked'] }),
  wait: numberBetween(0, maxWaitSeconds)
    .default(0)
    .meta({ description: 'How many seconds the response may wait for the next event.' }),
})

export type EventsQuery = z.output<typeof eventsQuery>

const name = z.string().meta({ description: 'The name at that time.', example: 'Alpine Orders' })
const nullableId = z.string().nullable()

const event = z.strictObject({
  id: z.string().meta({ description: 'The ID of the event.', example: 'evt_01KAR7TQ5B9V2Zs8xY4mJd0c' }),
  at: z.string().meta({ description: 'When it happened (RFC 3339).', example: '2026-11-23T08:15:30.123Z' }),
  kind: z.string().meta({ description: 'What happened.', example: 'sso_grant.redeemed' }),
  actor: z
    .strictObject({
      kind: z.string().meta({ description: '`person`, `program`, `operator` or `visitor`.', example: 'program' }),
      id: nullableId.meta({ description: 'The user ID, if there is one.', example: 'usr_2f6Jm9dQ' }),
      name: name.meta({ example: 'Order system' }),
    })
    .meta({ description: 'Who did it.' }),
  subject: z
    .strictObject({
      kind: z.string().meta({ description: 'Such as `user`, `api_key` or `account`.', example: 'account' }),
      id: nullableId.meta({ description: 'Its ID, if it has one.', example: 'at-100021' }),
      name,
    })
    .meta({ description: 'What it was done to.' }),
  accountId: nullableId.meta({ description: 'The account that it concerns.', example: 'at-100021' }),
  keyId: nullableId.meta({ description: 'The API key that it concerns.', example: 'lkid_4JkW0mQz81xYbT2nVcRs' }),
  address: z.string().meta({ description: 'The client’s IP address.', example: '203.0.113.7' }),
  requestId: z.string().meta({ description: 'The ID of the request.', example: 'req_GnzuvbkDUwubHIpLKACs' }),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).meta({
    description: 'Further facts, by kind. New ones may be added.',
    example: { via: 'lkid_4JkW0mQz81xYbT2nVcRs' },
  }),
})

const seq = { description: 'The number of the event in the journal, without gaps.', example: 4_712 }
const hash = {
  description: 'SHA-256 of the hash before and `event` as canonical JSON (RFC 8785).',
  example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

/** The response of `GET /api/v1/events`. */
export const eventsAnswer = z.strictObject({
  events: z
    .array(z.strictObject({ seq: z.int().meta(seq), hash: z.string().meta(hash), event }))
    .meta({ description: 'In order. Empty if there is nothing new.' }),
  next: z.int().meta({ description: 'The value of `after` for the next request.', example: 4_712 }),
  checkpoint: journalAnswer.shape.checkpoint,
})

/** The body of a webhook's message. A test is not in the journal. */
export const eventMessage = z.strictObject({
  seq: z
    .int()
    .nullable()
    .meta({ ...seq, description: `${seq.description} Null in a test.` }),
  hash: z
    .string()
    .nullable()
    .meta({ ...hash, description: `${hash.description} Null in a test.` }),
  event: event.meta({ description: 'What happened. A test has the kind `webhook.test`.' }),
  checkpoint: journalAnswer.shape.checkpoint,
})
