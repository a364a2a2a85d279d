import { z } from 'zod'
import { explainRefusal } from '#lib/domain/events/refusals/explain-refusal.ts'
import type { ExplainedRefusal } from '#lib/domain/events/refusals/find-refusals.ts'
import { refusalPathSchema, requestShape } from '#lib/domain/events/refusals/schema.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { idFilter, instantFilter, listQueryFields } from '#lib/kernel/list-query.ts'
import { refusalReasons } from '#lib/kernel/refusal-reasons.ts'

const keyId = { example: 'lkid_4bVq8sPfT0aYhW3nKx2J' }

/** A refusal, by itself and in a list. */
export const refusalResource = z
  .strictObject({
    requestId: refusalPathSchema.shape.requestId,
    at: z.string().meta({ description: 'When it was refused (RFC 3339).', example: '2026-11-24T08:15:30.123Z' }),
    endpoint: z.string().meta({ description: 'The path of the endpoint.', example: '/auth/v1/token' }),
    status: z.int().meta({ description: 'The status of the response.', example: 401 }),
    error: z.string().meta({ description: 'The `error` of the response.', example: 'invalid_client' }),
    description: z.string().meta({
      description: 'The `error_description` of the response.',
      example: 'The API key or its secret is not valid.',
    }),
    reason: z.string().meta({ description: 'Why. New reasons may be added.', example: 'secret_newline' }),
    cause: z.string().meta({
      description: 'The reason, as a sentence in English. Times are in UTC.',
      example: 'The secret ends in a line break.',
    }),
    remedy: z.string().meta({
      description: 'What to do, in English. The same text for each reason.',
      example: 'Trim the secret where your program reads it, for example from a file.',
    }),
    keyId: z
      .string()
      .nullable()
      .meta({ description: 'The API key that the request names. Null: none that exists.', ...keyId }),
    keyName: z.string().nullable().meta({ description: 'The current name of this key.', example: 'CRM' }),
    secretId: z.string().nullable().meta({
      description: 'The secret of this key that the request contains. Null: none, or an unknown one.',
      example: null,
    }),
    network: z.string().meta({
      description: 'The client’s IPv4 address, or the /64 of its IPv6 address.',
      example: '203.0.113.7',
    }),
    shape: requestShape,
    accountId: z.string().nullable().meta({
      description: 'The account that the request asks for, if its access token is valid.',
      example: null,
    }),
    origin: z.string().nullable().meta({ description: 'The origin of a well-formed `backUrl`.', example: null }),
    field: z.string().nullable().meta({ description: 'The field of the request that is wrong.', example: null }),
    scope: z.string().nullable().meta({ description: 'The scope that the access token lacks.', example: null }),
  })
  .meta({ component: 'Refusal' })

/** The query of `GET /api/v1/refusals`. */
export const refusalsQuery = z.object({
  ...listQueryFields,
  keyId: idFilter.optional().meta({ description: 'Only refusals of this API key.', ...keyId }),
  reason: z
    .enum(Object.keys(refusalReasons), 'unknown')
    .optional()
    .meta({ description: 'Only refusals with this reason.', example: 'secret_newline' }),
  since: instantFilter.optional().meta({
    description: 'Only refusals at or after this instant (RFC 3339).',
    example: '2026-11-21T12:00:00Z',
  }),
  until: instantFilter.optional().meta({
    description: 'Only refusals before this instant (RFC 3339).',
    example: '2026-11-22T12:00:00Z',
  }),
})

export type RefusalResource = z.output<typeof refusalResource>

export function toRefusalResource(refusal: ExplainedRefusal): RefusalResource {
  const { requestId, at, endpoint, status, error, description, reason } = refusal
  const { keyId, keyName = null, secretId, network, shape } = refusal
  const { accountId = null, origin = null, field = null, scope = null } = refusal.facts
  return {
    requestId,
    at: toInstant(at),
    endpoint,
    status,
    error,
    description,
    reason,
    ...explainRefusal(refusal, { locale: 'en', timeZone: 'UTC' }),
    keyId,
    keyName,
    secretId,
    network,
    shape: { ...shape, fields: [...shape.fields] },
    accountId,
    origin,
    field,
    scope,
  }
}
