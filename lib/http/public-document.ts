import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sha256 } from '#lib/crypto.ts'
import { type ContentCoding, preferredCoding } from '#lib/http/content-negotiation.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import type { Endpoint } from '#lib/http/endpoint.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import { remember } from '#lib/i18n/remember.ts'

/** A JSON document that anyone may read and cache for `maxAgeSeconds`. */
export type PublicDocument = Readonly<{ text: string; maxAgeSeconds: number }>

type Representation = Readonly<{ etag: string; coding?: ContentCoding; body: string | Uint8Array<ArrayBuffer> }>

const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const

/** Browsers ask before they send a header of the page's own, such as `If-None-Match` or a trace id. */
const preflight = {
  ...anyOrigin,
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
} as const

/**
 * An endpoint that answers GET and HEAD with a public document: compressed if the client accepts that, 304 if the client
 * has it, and readable by the scripts of any origin. The document has no secret and repeats no input, so that its
 * compressed length tells nothing.
 */
export function definePublicDocument(load: () => Promise<PublicDocument>): Endpoint {
  return defineEndpoint(
    {
      GET: async ({ headers }) => {
        const { text, maxAgeSeconds } = await load()
        const representation = await representationsOf(text)(preferredCoding(headers.get('accept-encoding')) ?? '')
        return toAnswer(representation, maxAgeSeconds, headers.get('if-none-match'))
      },
    },
    preflight,
  )
}

function toAnswer(
  { etag, coding, body }: Representation,
  maxAgeSeconds: number,
  ifNoneMatch: string | null,
): EndpointResponse {
  // RFC 9110 §15.4.5: a 304 has the headers by which a cache chooses and updates what it holds.
  const headers = {
    ...anyOrigin,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    ETag: etag,
    Vary: 'Accept-Encoding',
  } as const
  if (ifNoneMatch !== null && matches(etag, ifNoneMatch)) return { status: 304, headers, body: null }
  const content = { 'Content-Type': 'application/json', ...(coding && { 'Content-Encoding': coding }) }
  return { status: 200, headers: { ...headers, ...content }, body }
}

/** RFC 9110 §13.1.2: compared weakly, since a cache may have weakened the tag. */
function matches(etag: string, ifNoneMatch: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/** Made once for each text: it changes only with the configuration, the version or the signing keys. */
const representationsOf = remember((text) => {
  const tag = sha256(text).slice(0, 32)
  return remember((coding) => represent(text, tag, coding), 3)
}, 8)

/** RFC 9110 §8.8.3.3: each representation has an entity tag of its own. */
async function represent(text: string, tag: string, coding: string): Promise<Representation> {
  if (coding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    return { etag: `"${tag}-br"`, coding, body: await promisify(brotliCompress)(text, { params }) }
  }
  if (coding === 'gzip') return { etag: `"${tag}-gzip"`, coding, body: await promisify(gzip)(text) }
  return { etag: `"${tag}"`, body: text }
}
