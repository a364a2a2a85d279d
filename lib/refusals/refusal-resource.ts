import { z } from 'zod'
import { toInstant } from '#lib/clock.ts'
import { idFilter, instantFilter, listQueryFields } from '#lib/list-query.ts'
import { refusalReasons } from '#lib/refusal-reasons.ts'
import { describeRemedy } from '#lib/refusals/explain-refusal.ts'
import type { ExplainedRefusal } from '#lib/refusals/find-refusals.ts'
import { refusalAnswer } from '#lib/refusals/schema.ts'

const keyId = { example: 'lkid_4bVq8sPfT0aYhW3nKx2J' }

/** A refusal in a list, for managers. */
export const refusalResource = z
  .strictObject({
    ...refusalAnswer.shape,
    keyId: z
      .string()
      .nullable()
      .meta({ description: 'The API key that the request names. Null: none that exists.', ...keyId }),
    network: z.string().meta({
      description: 'The client’s IPv4 address, or the /64 of its IPv6 address.',
      example: '203.0.113.7',
    }),
    accountId: z.string().nullable().meta({
      description: 'The account that the request asks for, if its access token is valid.',
      example: null,
    }),
    origin: z.string().nullable().meta({ description: 'The origin of a well-formed `backUrl`.', example: null }),
    field: z.string().nullable().meta({ description: 'The field of the request that is wrong.', example: null }),
    scope: z.string().nullable().meta({ description: 'The scope that the access token lacks.', example: null }),
  })
  .meta({ component: 'ListedRefusal' })

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

export function toRefusalResource(refusal: ExplainedRefusal): z.output<typeof refusalResource> {
  const { requestId, at, endpoint, status, error, reason, keyId, network } = refusal
  const { accountId = null, origin = null, field = null, scope = null } = refusal.facts
  return {
    ...{ requestId, at: toInstant(at), endpoint, status, error, reason, remedy: describeRemedy(reason) },
    ...{ keyId, network, accountId, origin, field, scope },
  }
}
