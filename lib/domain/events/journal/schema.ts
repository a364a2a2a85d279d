import { z } from 'zod'
import { jwksAnswer } from '#lib/domain/tokens/access-tokens/jwks-schema.ts'

/** The response of `GET /.well-known/latchkey-journal`. */
export const journalAnswer = z.strictObject({
  checkpoint: z.string().nullable().meta({
    description: 'The newest checkpoint; null before the first.',
    example: 'eyJhbGciOiJFUzI1NiIsInR5cCI6Imxhd….eyJzZXEiOjQ3MTIsImhhc2giOiI5Zjg2….K5oZfzN95Z9UVu1E…',
  }),
  keys: jwksAnswer.shape.keys,
})
