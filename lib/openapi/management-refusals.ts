import { z } from 'zod'
import { accessTokenRefusals, commonRefusals, type Refused } from '#lib/api/refusals.ts'
import type { ManagementScope } from '#lib/management-scopes.ts'
import { scopeMissing } from '#lib/refresh-tokens/authorize-token.ts'

/** Of every operation of the management API. */
export function managementRefusals(scope: ManagementScope): readonly Refused[] {
  return [
    ...accessTokenRefusals,
    {
      code: 'insufficient_scope',
      condition:
        'The access token does not have the scope, or the owner of its API key is no longer an owner or admin.',
      description: scopeMissing(scope),
    },
    {
      code: 'too_many_requests',
      condition:
        'There were too many failures, or too many requests of the API key. `Retry-After` contains the number of seconds to wait.',
    },
    ...commonRefusals,
  ]
}

/** Of every operation with a JSON body. */
export const jsonRefusals: readonly Refused[] = [
  {
    code: 'invalid_request',
    condition: 'The content type, the JSON, or a field is invalid. `fields` names each wrong field and its problem.',
  },
  {
    code: 'body_too_large',
    condition: 'The body is larger than 64 KiB.',
    description: 'The body is larger than 64 KiB.',
  },
]

/** The headers of every successful response of the management API. */
export const managementHeaders = {
  RateLimit: 'How many requests are left (`r`), and the seconds until all are (`t`).',
  'RateLimit-Policy': 'How many requests a key may send (`q`) in how many seconds (`w`).',
}

/** Of every operation that creates something by POST. */
export const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().max(130).optional().meta({
    description:
      'A new text of up to 128 characters for each request. Within 24 hours, the same one gets the same response.',
  }),
})
