import { SignJWT } from 'jose'
import { accessTokenType, newTokenId, type TokenIssue } from '#lib/access-tokens/access-token.ts'
import { currentKeyRing } from '#lib/access-tokens/key-ring.ts'
import { signJwt } from '#lib/access-tokens/low-s.ts'
import { secondMs } from '#lib/clock.ts'
import type { Services } from '#lib/services.ts'

/** Signs an access token (docs/protocol.md, section 3; RFC 9068 §2.2). `expiresIn` is in seconds. */
export async function issueAccessToken(
  services: Services,
  { userId, keyId, familyId, scope, issuedAt }: TokenIssue,
): Promise<{ accessToken: string; expiresIn: number }> {
  const { baseUrl, accessTokenSeconds: expiresIn } = services.env
  const { signing } = await currentKeyRing(services)
  const issuedSecond = Math.floor(issuedAt / secondMs)
  const jwt = new SignJWT({ client_id: keyId, scope, sid: familyId })
    .setProtectedHeader({ alg: signing.alg, typ: accessTokenType, kid: signing.id })
    .setIssuer(baseUrl)
    .setAudience(baseUrl)
    .setSubject(userId)
    .setIssuedAt(issuedSecond)
    .setExpirationTime(issuedSecond + expiresIn)
    .setJti(newTokenId())
  return { accessToken: await signJwt(jwt, signing), expiresIn }
}
