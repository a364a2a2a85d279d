import { SignJWT } from 'jose'
import { currentKeyRing } from '#lib/access-tokens/key-ring.ts'
import { signJwt } from '#lib/access-tokens/low-s.ts'
import type { AccountSession } from '#lib/account-sessions/account-session.ts'
import { accountPath } from '#lib/accounts/account.ts'
import { secondMs } from '#lib/clock.ts'
import { randomBase62 } from '#lib/crypto.ts'
import type { Services } from '#lib/services.ts'

/** RFC 8725 §3.11: neither is an access token ever taken for an assertion, nor an assertion for an access token. */
const assertionType = 'latchkey-assertion+jwt'

/** Long enough for one request to be served, short enough to be worth nothing in a log. */
const assertionSeconds = 60

/**
 * Says, signed, who is in which account: for the application that serves one request of that account. It is signed
 * anew for each, so that what is revoked is never asserted. Its audience is the account's address.
 */
export async function issueAccountAssertion(
  services: Services,
  { userId, accountId, locale, readAt }: Pick<AccountSession, 'userId' | 'accountId' | 'locale' | 'readAt'>,
): Promise<string> {
  const { baseUrl } = services.env
  const { signing } = await currentKeyRing(services)
  const issuedSecond = Math.floor(readAt / secondMs)
  const jwt = new SignJWT({ account_id: accountId, locale })
    .setProtectedHeader({ alg: signing.alg, typ: assertionType, kid: signing.id })
    .setIssuer(baseUrl)
    .setAudience(baseUrl + accountPath(accountId))
    .setSubject(userId)
    .setIssuedAt(issuedSecond)
    .setExpirationTime(issuedSecond + assertionSeconds)
    .setJti(randomBase62(22))
  return signJwt(jwt, signing)
}
