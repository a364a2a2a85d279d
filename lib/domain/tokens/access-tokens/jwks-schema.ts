import { z } from 'zod'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'

/** The response of `GET /.well-known/jwks.json` (RFC 7517 §5). */
export const jwksAnswer = z.strictObject({
  keys: z.array(
    z.looseObject({
      kid: z.string().meta({ description: 'The ID that tokens refer to.', example: 'x'.repeat(43) }),
      kty: z.enum(['EC', 'RSA', 'OKP']),
      alg: z.enum(signingAlgorithms),
      use: z.literal('sig'),
    }),
  ),
})
