import type { ApiClient } from '#lib/foundation/authorization/actor.ts'
import type { Repeatable } from '#lib/foundation/idempotency/repeatable.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { listsTag } from '#lib/kernel/entity-tags.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { EndpointResponse, ResponseHeaders } from '#lib/web/http/endpoint.ts'
import { entityTag } from '#lib/web/http/entity-tag.ts'
import type { JsonBody } from '#lib/web/http/json-body.ts'

type Options = Readonly<{ status?: 200 | 201; location?: string }>

/** A resource with its entity tag. @param text its JSON */
export function resourceResponse(text: string, { status = 200, location }: Options = {}): EndpointResponse {
  const headers = { 'Content-Type': 'application/json', ETag: entityTag(text), ...(location && { Location: location }) }
  return { status, headers, body: text }
}

/** As {@link resourceResponse}; 304 if the client has it (RFC 9110 §13.1.2). */
export function conditionalResponse({ headers }: Request, text: string): EndpointResponse {
  const tag = entityTag(text)
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch === null || !listsTag(ifNoneMatch, tag)) return resourceResponse(text)
  return { status: 304, headers: { ETag: tag }, body: null }
}

/** With a secret, which no other response shows. @param text its JSON */
export function createdResponse(text: string, headers: ResponseHeaders = {}): EndpointResponse {
  return { status: 201, headers: { 'Content-Type': 'application/json', ...headers }, body: text }
}

export const noContent: EndpointResponse = { status: 204, headers: {}, body: null }

/** draft-ietf-httpapi-idempotency-key-header-07 §2.1 has it in quotes. Many clients send it without. */
const idempotencyKeyForm = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,128})"|([\x21\x23-\x5b\x5d-\x7e]{1,128}))$/

/**
 * The `Idempotency-Key` of a creating request, if it has one.
 * @throws Refusal `invalid_request` for a malformed one
 */
export function readRepeatable(request: Request, { keyId }: ApiClient, { text }: JsonBody): Repeatable | undefined {
  const header = request.headers.get('idempotency-key')
  if (header === null) return undefined
  const [, quoted, plain] = idempotencyKeyForm.exec(header) ?? []
  const name = quoted ?? plain
  if (name === undefined) {
    throw new Refusal('invalid_request', { description: 'The Idempotency-Key must have 1 to 128 ASCII characters.' })
  }
  const { pathname } = new URL(request.url)
  return { keyId, name, fingerprint: sha256(`${request.method} ${pathname}\n${text}`) }
}
