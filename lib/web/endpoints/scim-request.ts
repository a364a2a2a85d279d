import {
  authorizeScimKey,
  authorizeScimToken,
  readKeyToken,
  type ScimClient,
} from '#lib/domain/people/scim/scim-client.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import { readPresentedToken, refuseTokenInQuery } from '#lib/domain/tokens/access-tokens/bearer-token.ts'
import { authenticateClient } from '#lib/domain/tokens/client-authentication/authenticate-client.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { parseJson } from '#lib/kernel/json.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'
import { hasMediaType } from '#lib/web/http/json-body.ts'
import { readTextBody } from '#lib/web/http/text-body.ts'
import { withPresentedToken } from '#lib/web/oauth/presented-token.ts'

/** 1,000 members of a group, with their names. */
export const maxScimBytes = 256 * 1024

/**
 * Authenticates a directory by its bearer token: an access token, or a key (RFC 6750 §2.1). Both are refused alike.
 * @throws Refusal `insufficient_scope`, `too_many_requests`, and as {@link withPresentedToken} does
 */
export async function authenticateScim(request: Request, context: EndpointContext): Promise<ScimClient> {
  const { services } = context
  refuseTokenInQuery(request)
  const key = readKeyToken(readPresentedToken(request, {}))
  if (key) {
    return authorizeScimKey(services, context, await authenticateClient(services, context, key).catch(toInvalidToken))
  }
  return withPresentedToken({ request }, context, (holder) => authorizeScimToken(services, holder))
}

/** A key is sent as a bearer token here, so its refusal is that of a token. */
function toInvalidToken(error: unknown): never {
  if (!isRefusal(error) || error.code !== 'invalid_client') throw error
  const { reason, reasonFacts } = error
  throw new Refusal('invalid_token', { reasonFacts, ...(reason && { reason }), cause: error })
}

const mediaTypes = ['application/scim+json', 'application/json']

/** A JSON body (RFC 7644 §3.1). @throws Refusal `invalid_request`; `invalidSyntax`; `body_too_large` */
export async function readScimBody(request: Request): Promise<unknown> {
  if (!hasMediaType(request, mediaTypes)) {
    throw scimRefusal('invalidSyntax', 'The Content-Type must be application/scim+json or application/json.')
  }
  const body = parseJson(await readTextBody(request, maxScimBytes))
  if (body === undefined) throw scimRefusal('invalidSyntax', 'The body is not JSON.')
  return body
}
