import { z } from 'zod'
import { jwksAnswer, metadataAnswer, openIdConfigurationAnswer } from '#lib/oauth/schema.ts'
import type { DescribedAnswer, Operation } from '#lib/openapi/operation.ts'
import { commonRefusals } from '#lib/openapi/refusals.ts'

const fetched = { method: 'GET', refusals: commonRefusals, refusedAs: 'json' } as const

const cached = {
  'Access-Control-Allow-Origin': '`*`: scripts of any origin may read it.',
  ETag: 'Its version, for `If-None-Match`. Each content coding has its own.',
  Vary: '`Accept-Encoding`.',
}

/** Of every document that anyone may read and cache. */
function publicDocument(sentence: string, content: z.ZodType): readonly DescribedAnswer[] {
  const encoded = { 'Content-Encoding': '`br` or `gzip`, if the client accepts it.' }
  return [
    { status: 200, sentence, content, headers: cached, sometimes: encoded },
    { status: 304, sentence: 'It has not changed since the version in `If-None-Match`.', headers: cached },
  ]
}

/** `GET /.well-known/oauth-authorization-server` (RFC 8414). */
export const metadataOperation: Operation = {
  ...fetched,
  id: 'getMetadata',
  path: '/.well-known/oauth-authorization-server',
  tag: 'Verification',
  title: 'Get the metadata of this server',
  sentence: 'Where everything is, and what it can: standard OAuth clients set themselves up by it (RFC 8414).',
  answers: publicDocument('The metadata.', metadataAnswer),
  samples: [{ title: 'The metadata' }],
}

/** `GET /.well-known/openid-configuration`. */
export const openIdConfigurationOperation: Operation = {
  ...fetched,
  id: 'getOpenIdConfiguration',
  path: '/.well-known/openid-configuration',
  tag: 'Verification',
  title: 'Get the OpenID Connect discovery document',
  sentence:
    'The same metadata, for clients that discover keys and endpoints as OpenID Connect does. This server issues no ID tokens.',
  answers: publicDocument('The discovery document.', openIdConfigurationAnswer),
  samples: [{ title: 'The discovery document' }],
}

/** `GET /.well-known/jwks.json`. */
export const jwksOperation: Operation = {
  ...fetched,
  id: 'getKeySet',
  path: '/.well-known/jwks.json',
  tag: 'Verification',
  title: 'Get the keys that tokens are verified with',
  sentence:
    'The public parts of the signing keys: the next, the current and the previous one (RFC 7517). Keep it as long as `Cache-Control` says, and ask again for a `kid` that is not in it.',
  answers: publicDocument('The key set.', jwksAnswer),
  samples: [{ title: 'The key set' }],
}

const healthy = z.strictObject({ status: z.literal('ok').meta({ description: 'Nothing else.' }) })

/** `GET /livez`. */
export const livezOperation: Operation = {
  ...fetched,
  id: 'isAlive',
  path: '/livez',
  tag: 'Operation',
  title: 'Is this process alive?',
  sentence: 'Answers as long as the process does. It asks nothing else, so that a busy database restarts nobody.',
  answers: [{ status: 200, sentence: 'It is.', content: healthy }],
  samples: [{ title: 'Alive' }],
}

/** `GET /readyz`. */
export const readyzOperation: Operation = {
  ...fetched,
  id: 'isReady',
  path: '/readyz',
  tag: 'Operation',
  title: 'Should requests be sent to this process?',
  sentence:
    'Whether its database answers and is up to date, the signing keys are loaded, and it was not told to end. Otherwise it refuses with 503.',
  answers: [{ status: 200, sentence: 'They should.', content: healthy }],
  samples: [{ title: 'Ready' }],
}

/** `GET /openapi.json`. */
export const openApiOperation: Operation = {
  ...fetched,
  id: 'getDescription',
  path: '/openapi.json',
  tag: 'Operation',
  title: 'Get this description',
  sentence: 'All that stands here, as an OpenAPI 3.1 document: for generators, proxies and mocks.',
  answers: publicDocument('The document.', z.looseObject({ openapi: z.literal('3.1.1') })),
  samples: [{ title: 'The document' }],
}
