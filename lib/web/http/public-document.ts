import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { remember } from '#lib/foundation/i18n/remember.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { listsTag } from '#lib/kernel/entity-tags.ts'
import { type ContentCoding, preferredCoding } from '#lib/web/http/content-negotiation.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import type { Endpoint, EndpointResponse } from '#lib/web/http/endpoint.ts'

/** A public JSON document; caches may keep it for `maxAgeSeconds`. */
export type PublicDocument = Readonly<{ text: string; maxAgeSeconds: number }>

type Representation = Readonly<{ etag: string; coding?: ContentCoding; body: string | Uint8Array<ArrayBuffer> }>

const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const

/** Browsers send a preflight before custom headers such as `If-None-Match` or a trace ID. */
const preflight = {
  ...anyOrigin,
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
} as const

/**
 * An endpoint that serves a public document to scripts of any origin: compressed if the client accepts it, 304 if the
 * client has it. The document contains no secret and echoes no input, so its compressed length reveals nothing.
 */
export function definePublicDocument(load: (services: Services) => Promise<PublicDocument>): Endpoint {
  return defineEndpoint(
    {
      GET: async ({ headers }, { services }) => {
        const { text, maxAgeSeconds } = await load(services)
        const representation = await representationsOf(text)(preferredCoding(headers.get('accept-encoding')) ?? '')
        return toDocumentResponse(representation, maxAgeSeconds, headers.get('if-none-match'))
      },
    },
    preflight,
  )
}

function toDocumentResponse(
  { etag, coding, body }: Representation,
  maxAgeSeconds: number,
  ifNoneMatch: string | null,
): EndpointResponse {
  // RFC 9110 §15.4.5: a 304 carries the headers by which a cache selects and updates its stored response.
  const headers = {
    ...anyOrigin,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    ETag: etag,
    Vary: 'Accept-Encoding',
  } as const
  if (ifNoneMatch !== null && listsTag(ifNoneMatch, etag)) return { status: 304, headers, body: null }
  const content = { 'Content-Type': 'application/json', ...(coding && { 'Content-Encoding': coding }) }
  return { status: 200, headers: { ...headers, ...content }, body }
}

/** Cached per text, which changes only with the configuration, the version or the signing keys. */
const representationsOf = remember((text) => {
  const tag = sha256(text).slice(0, 32)
  return remember((coding) => represent(text, tag, coding), 3)
}, 8)

/** RFC 9110 §8.8.3.3: each content coding has its own entity tag. */
async function represent(text: string, tag: string, coding: string): Promise<Representation> {
  if (coding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    return { etag: `"${tag}-br"`, coding, body: await promisify(brotliCompress)(text, { params }) }
  }
  if (coding === 'gzip') return { etag: `"${tag}-gzip"`, coding, body: await promisify(gzip)(text) }
  return { etag: `"${tag}-identity"`, body: text }
}
