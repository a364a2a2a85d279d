import { z } from 'zod'
import { notVerifiedDescription } from '#lib/errors.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { commonRefusals } from '#lib/openapi/refusals.ts'

const originalUrl =
  'The original request URI, raw, with its query, below `/accounts/<accountId>`. Send exactly one of these two headers.'

/** `GET /auth/v1/verify`. */
export const verifyOperation: Operation = {
  id: 'verifySession',
  method: 'GET',
  path: '/auth/v1/verify',
  tag: 'Verification',
  summary: 'Forward auth',
  description:
    "For a reverse proxy (nginx `auth_request`, Caddy `forward_auth`, Traefik) in front of an application below `/accounts/<accountId>`. Checks whether the browser has an open session in that account, and returns its user. The proxy sends the browser's cookies and the original URI. Client programs do not call it.",
  parameters: {
    header: z.object({
      'X-Original-URI': z
        .string()
        .optional()
        .meta({ description: originalUrl, example: '/accounts/at-100021/orders?open=1' }),
      'X-Forwarded-Uri': z.string().optional().meta({ description: 'The same, as Caddy and Traefik send it.' }),
    }),
  },
  responses: [
    {
      status: 200,
      description: 'The request is allowed. The headers identify the user; the proxy passes them to the application.',
      headers: {
        'X-Latchkey-User': 'The user ID.',
        'X-Latchkey-Account': 'The account ID.',
        'X-Latchkey-Locale': 'The language and region of the session.',
        'X-Latchkey-Assertion': 'The same facts as a JWT, signed by this server and valid for one minute.',
      },
    },
  ],
  refusals: [
    {
      code: 'unauthorized',
      condition: 'The browser has no open session in the account, or the URI is not below an account.',
      description: notVerifiedDescription,
    },
    ...commonRefusals,
  ],
  refusedAs: 'json',
}
