import { z } from 'zod'
import { notVerifiedDescription } from '#lib/errors.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { commonRefusals } from '#lib/openapi/refusals.ts'

const original =
  'The address that was asked for, raw, with its query: below `/accounts/<accountId>`. Exactly one of the two is sent.'

/** `GET /auth/v1/verify`. */
export const verifyOperation: Operation = {
  id: 'verifySession',
  method: 'GET',
  path: '/auth/v1/verify',
  tag: 'Verification',
  title: 'May this request go through?',
  sentence:
    "Answers the forward-auth request of a proxy (nginx `auth_request`, Caddy `forward_auth`, Traefik) in front of an application below `/accounts/<accountId>`: whether whoever asks has an open session in that account, and who it is. The proxy hands over the browser's cookies and the original address; no program calls it.",
  parameters: {
    header: z.object({
      'X-Original-URI': z
        .string()
        .optional()
        .meta({ description: original, example: '/accounts/at-100021/orders?open=1' }),
      'X-Forwarded-Uri': z.string().optional().meta({ description: `The same, as Caddy and Traefik send it.` }),
    }),
  },
  answers: [
    {
      status: 200,
      sentence: 'It may. The headers say who asks; the proxy hands them on to the application.',
      headers: {
        'X-Latchkey-User': 'The id of the user.',
        'X-Latchkey-Account': 'The id of the account.',
        'X-Latchkey-Locale': 'Language and region of the session.',
        'X-Latchkey-Assertion': 'The same facts as a JWT that is good for a minute, by the keys of this server.',
      },
    },
  ],
  refusals: [
    {
      code: 'unauthorized',
      condition: 'No open session in this account, whatever the reason, or an address that is not below an account.',
      description: notVerifiedDescription,
    },
    ...commonRefusals,
  ],
  refusedAs: 'json',
}
