import type { AccountSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { accountPath } from '#lib/domain/accounts/accounts/account.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { signJwt } from '#lib/domain/tokens/access-tokens/sign-jwt.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'

/** RFC 8725 §3.11: an explicit `typ` keeps assertions and access tokens apart. */
const assertionType = 'latchkey-assertion+jwt'

/** Long enough to serve one request, too short to be useful in a log. */
const assertionSeconds = 60

/**
 * Signs a JWT that tells the application behind a proxy which user is in which account. Each request gets its own, so
 * that a revocation takes effect at once. The audience is the account's URL.
 */
export async function issueAccountAssertion(
  services: Services,
  { userId, accountId, locale, readAt }: Pick<AccountSession, 'userId' | 'accountId' | 'locale' | 'readAt'>,
): Promise<string> {
  const { baseUrl } = services.env
  const { signing } = await currentKeyRing(services)
  const iat = Math.floor(readAt / secondMs)
  const audience = baseUrl + accountPath(accountId)
  const claims = {
    iss: baseUrl,
    aud: audience,
    sub: userId,
    account_id: accountId,
    locale,
    iat,
    exp: iat + assertionSeconds,
    jti: randomBase62(22),
  }
  return signJwt(claims, assertionType, signing)
}
