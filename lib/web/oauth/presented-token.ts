import type { VerifiedAccessToken } from '#lib/domain/tokens/access-tokens/access-token.ts'
import {
  type BearerForm,
  type PresentedToken,
  readPresentedToken,
} from '#lib/domain/tokens/access-tokens/bearer-token.ts'
import { verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import { withTokenRateLimit } from '#lib/domain/tokens/client-authentication/rate-limited.ts'
import { proveRequest, refusedProof, spendProof } from '#lib/domain/tokens/dpop/prove-request.ts'
import type { TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'

/**
 * Runs the work for the holder of the access token that the request presents, whose signature was verified: a bearer
 * token (RFC 6750 §2.1), or a bound one with its proof (RFC 9449 §7).
 * @throws Refusal `unauthorized`, `malformed_bearer`, `invalid_token`, `invalid_dpop_proof`, `use_dpop_nonce`, or what
 *   the work throws: each `invalid_token` counts
 */
export async function withPresentedToken<T>(
  { request, form = {} }: Readonly<{ request: Request; form?: BearerForm }>,
  { services, address, requestId }: EndpointContext,
  work: (holder: TokenHolder) => Promise<T>,
): Promise<T> {
  const presented = readPresentedToken(request, form)
  return withTokenRateLimit(services, { address, requestId }, 'invalid_token', async () => {
    const token = await verifyAccessToken(services, presented.text)
    if (token.jkt !== undefined || presented.scheme === 'dpop')
      await requireProof(services, request, { presented, token })
    return work({ kind: 'program', token, address, requestId })
  })
}

/** A bound token is no bearer token, and a bearer token is not bound (RFC 9449 §7.2). */
async function requireProof(
  services: Services,
  request: Request,
  {
    presented: { scheme, text: accessToken },
    token: { keyId, jkt },
  }: Readonly<{ presented: PresentedToken; token: VerifiedAccessToken }>,
): Promise<void> {
  const reasonFacts = { keyId }
  if (jkt === undefined) throw new Refusal('invalid_token', { reason: 'token_unbound', reasonFacts })
  if (scheme !== 'dpop') throw new Refusal('invalid_token', { reason: 'proof_missing', reasonFacts })
  const proven = { method: request.method, url: toPublicUrl(services, request), accessToken }
  // A resource answers 401 with a challenge, the token endpoint 400 (RFC 9449 §5, §7.1).
  const facts = { reasonFacts, status: 401 }
  const proof = await proveRequest(services, request.headers.get('dpop'), proven, facts)
  if (proof.jkt !== jkt) throw refusedProof('proof_other_key', facts)
  await spendProof(services, proof, facts)
}

/** The URL that clients know: behind a proxy, the request has another one. */
export function toPublicUrl({ env }: Services, { url }: Request): string {
  const { pathname } = new URL(url)
  return `${env.baseUrl}${pathname}`
}
