import { z } from 'zod'
import { journalAnswer } from '#lib/domain/events/journal/schema.ts'
import { jwksAnswer } from '#lib/domain/tokens/access-tokens/jwks-schema.ts'
import { commonRefusals } from '#lib/foundation/api/refusals.ts'
import { notVerifiedDescription } from '#lib/kernel/errors.ts'
import { metadataAnswer, openIdConfigurationAnswer } from '#lib/web/oauth/metadata-schema.ts'
import type { DescribedResponse, Operation } from '#lib/web/openapi/operation.ts'

const publicGet = { method: 'GET', refusals: commonRefusals } as const

const cached = {
  'Access-Control-Allow-Origin': '`*`: scripts of any origin may read the document.',
  ETag: 'The version, for `If-None-Match`. Each content coding has its own.',
  Vary: '`Accept-Encoding`.',
}

function publicDocument(sentence: string, content: z.ZodType): readonly DescribedResponse[] {
  const optionalHeaders = { 'Content-Encoding': '`br` or `gzip`, if the client accepts it.' }
  return [
    { status: 200, description: sentence, content, headers: cached, optionalHeaders },
    { status: 304, description: 'The document has not changed since the version in `If-None-Match`.', headers: cached },
  ]
}

const healthy = z.strictObject({ status: z.literal('ok').meta({ description: 'Always `ok`.' }) })

const originalUrl =
  'The original request URI, raw, with its query, below `/accounts/<accountId>`. Send exactly one of these two headers.'

/** Operations without client authentication. */
export const publicOperations: readonly Operation[] = [
  {
    ...publicGet,
    id: 'getMetadata',
    path: '/.well-known/oauth-authorization-server',
    tag: 'Verification',
    summary: 'Get authorization server metadata',
    description:
      'The endpoints and capabilities of this server, by which OAuth clients configure themselves (RFC 8414).',
    responses: publicDocument('The metadata.', metadataAnswer),
    samples: [{ label: 'The metadata' }],
  },
  {
    ...publicGet,
    id: 'getOpenIdConfiguration',
    path: '/.well-known/openid-configuration',
    tag: 'Verification',
    summary: 'Get the OpenID Connect discovery document',
    description:
      'The same metadata, for clients that discover keys and endpoints by OpenID Connect Discovery. This server issues no ID tokens.',
    responses: publicDocument('The discovery document.', openIdConfigurationAnswer),
    samples: [{ label: 'The discovery document' }],
  },
  {
    ...publicGet,
    id: 'getKeySet',
    path: '/.well-known/jwks.json',
    tag: 'Verification',
    summary: 'Get the JSON Web Key Set',
    description:
      'The public parts of the next, current and previous signing keys (RFC 7517). Cache the set for as long as `Cache-Control` allows, and fetch it again for an unknown `kid`.',
    responses: publicDocument('The key set.', jwksAnswer),
    samples: [{ label: 'The key set' }],
  },
  {
    ...publicGet,
    id: 'getJournalCheckpoint',
    path: '/.well-known/latchkey-journal',
    tag: 'Verification',
    summary: 'Get the newest checkpoint of the journal',
    description:
      'A checkpoint is a JWS (`typ` `latchkey-checkpoint+jwt`) over `iss`, `seq`, `hash` and `iat`: the journal of audit events has this hash at this entry. Keep checkpoints outside Latchkey: nothing before a kept one can be changed unnoticed. The keys include those that no longer sign.',
    responses: publicDocument('The newest checkpoint, and the keys of all checkpoints.', journalAnswer),
    samples: [{ label: 'The newest checkpoint' }],
  },
  {
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
  },
  {
    ...publicGet,
    id: 'isAlive',
    path: '/livez',
    tag: 'Operation',
    summary: 'Check liveness',
    description:
      'Responds as long as the process runs. It checks nothing else, so a slow database does not trigger restarts.',
    responses: [{ status: 200, description: 'The process is alive.', content: healthy }],
    samples: [{ label: 'Liveness' }],
  },
  {
    ...publicGet,
    id: 'isReady',
    path: '/readyz',
    tag: 'Operation',
    summary: 'Check readiness',
    description:
      'Whether the database responds and is up to date, the signing keys are loaded, and the process is not stopping. Otherwise 503.',
    responses: [{ status: 200, description: 'The process accepts requests.', content: healthy }],
    samples: [{ label: 'Readiness' }],
  },
  {
    ...publicGet,
    id: 'getDescription',
    path: '/openapi.json',
    tag: 'Operation',
    summary: 'Get the OpenAPI document',
    description: 'This reference as an OpenAPI 3.1 document, for code generators, proxies and mocks.',
    responses: publicDocument('The document.', z.looseObject({ openapi: z.literal('3.1.1') })),
    samples: [{ label: 'The document' }],
  },
]
