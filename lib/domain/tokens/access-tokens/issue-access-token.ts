import { accessTokenType, type TokenIssue, tokenIdPrefix } from '#lib/domain/tokens/access-tokens/access-token.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { signJwt } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { randomId } from '#lib/kernel/crypto.ts'

/** Signs an access token (docs/protocol.md, section 3; RFC 9068 §2.2). `expiresIn` is in seconds. */
export async function issueAccessToken(
  services: Services,
  { userId, keyId, familyId, scope, issuedAt, jkt }: TokenIssue,
): Promise<{ accessToken: string; expiresIn: number }> {
  const { baseUrl, accessTokenSeconds: expiresIn } = services.env
  const { signing } = await currentKeyRing(services)
  const iat = Math.floor(issuedAt / secondMs)
  const claims = {
    iss: baseUrl,
    aud: baseUrl,
    sub: userId,
    client_id: keyId,
    sid: familyId,
    scope,
    iat,
    exp: iat + expiresIn,
    jti: randomId(tokenIdPrefix),
    ...(jkt !== undefined && { cnf: { jkt } }),
  }
  return { accessToken: await signJwt(claims, accessTokenType, signing), expiresIn }
}
