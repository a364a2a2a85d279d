import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import { randomToken, sha256 } from '#lib/crypto.ts'
import { isDiskFull } from '#lib/db/disk-full.ts'
import { defaultBackUrl, readBackUrlOrigin } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import { formatGrantUrl } from '#lib/sso-grants/grant-link.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'
import type { IssuedGrant } from '#lib/sso-grants/issue-sso-grant.ts'
import { grantSeconds } from '#lib/sso-grants/schema.ts'
import { insertGrantOfToken } from '#lib/sso-grants/token-grant-store.ts'

/**
 * What `authenticateBearer` and `issueSsoGrant` do in several statements, in one, for the usual case: all is well.
 * @param token verified, and of a scope that allows it
 * @returns undefined where something is in the way: then these two say what, or find that nothing is
 */
export async function issueGrantAtOnce(
  services: Services,
  token: VerifiedAccessToken,
  request: GrantRequest,
): Promise<IssuedGrant | undefined> {
  try {
    return await attempt(services, token, request)
  } catch (error) {
    // A full disk undoes all that is committed together, also a statement that would have found nothing to write.
    if (isDiskFull(error)) return undefined
    throw error
  }
}

async function attempt(
  { db, env }: Services,
  token: VerifiedAccessToken,
  request: GrantRequest,
): Promise<IssuedGrant | undefined> {
  const plain = randomToken()
  const { userId, keyId, familyId } = token
  const backUrl = request.backUrl ?? defaultBackUrl(env.baseUrl)
  const origin = readBackUrlOrigin(backUrl) ?? null
  const issued = await insertGrantOfToken(db, {
    ...{ tokenHash: sha256(plain), userId, keyId, familyId, backUrl },
    ...{ validFrom: token.issuedAt, validUntil: token.expiresAt, accountId: request.accountId },
    origin: origin === env.baseUrl ? null : origin,
    deepPath: request.deepPath ?? null,
    locale: request.locale ?? null,
  })
  if (!issued) return undefined
  const hints = { userId, timestamp: String(issued.issuedAt), backUrl, deepPath: issued.deepPath }
  return { grantUrl: formatGrantUrl(env.baseUrl, { token: plain, hints }), expiresIn: grantSeconds }
}
