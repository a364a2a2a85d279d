import { z } from 'zod'
import type { Noun } from '#lib/foundation/api/operation.ts'

/** What the operations on keys, their secrets and their hand-overs have in common. */
export const keyNoun: Noun = {
  tag: 'API keys',
  parameters: {
    keyId: z.string().meta({ description: 'The key ID.', example: 'lkid_4bVq8sPfT0aYhW3nKx2J' }),
    secretId: z
      .string()
      .meta({ description: 'The `id` of the secret in the list.', example: 'ksec_1nQ7cX5rT0aYhW3nKx2J' }),
  },
  version: 'The version of the key, for `If-Match`.',
  condition: 'Change the key only if this is its `ETag`.',
  location: 'The URL of the key.',
}

export const noKey = { code: 'not_found', condition: 'There is no such key, or the client may not manage it.' } as const
export const beyondReach = {
  code: 'forbidden',
  condition: 'The scopes of the key are not within `sso` and `introspect`.',
} as const
