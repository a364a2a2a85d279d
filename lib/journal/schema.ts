import { z } from 'zod'
import { jwksAnswer } from '#lib/oauth/schema.ts'

/** The response of `GET /.well-known/latchkey-journal`. */
export const journalAnswer = z.strictObject({
  checkpoint: z
    .string()
    .nullable()
    .meta({
      description: 'The newest checkpoint; null before the first.',
      example: `${'x'.repeat(120)}.${'x'.repeat(180)}.${'x'.repeat(86)}`,
    }),
  keys: jwksAnswer.shape.keys,
})
