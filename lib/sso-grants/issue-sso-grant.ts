import { type Account, accountPath } from '#lib/accounts/account.ts'
import { randomToken, sha256 } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import { admitGrantRequest } from '#lib/sso-grants/admit-grant-request.ts'
import { formatGrantUrl } from '#lib/sso-grants/grant-link.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'
import { type GrantHolder, type GrantTarget, grantSeconds } from '#lib/sso-grants/sso-grant.ts'
import { insertGrant } from '#lib/sso-grants/store.ts'

/** The locale of a grant where neither the request nor the account names one. */
const defaultLocale = 'en-us'

/** Exactly what `POST /auth/v1/sso` answers. */
export type IssuedGrant = Readonly<{ grantUrl: string; expiresIn: number }>

/**
 * Makes a link that opens one account, once, within 15 seconds, as its holder. The plain token is in the answer and
 * nowhere else.
 * @throws Refusal `invalid_request` naming `backUrl` when its origin is not registered; `access_denied` when the holder
 *   or the key may not open the account, or it is suspended or unknown; `too_many_requests` at 10 000 live grants of a key
 */
export async function issueSsoGrant(
  services: Services,
  holder: GrantHolder,
  request: GrantRequest,
): Promise<IssuedGrant> {
  const { db, env } = services
  const { account, backUrl } = await admitGrantRequest(services, holder, request)
  const target = settleTarget(account, backUrl, request)
  const token = randomToken()
  const { retryOfAt } = request
  const issuedAt = await insertGrant(db, { ...target, tokenHash: sha256(token), holder, retryOfAt })
  if (issuedAt === undefined) {
    throw new Refusal('too_many_requests', { detail: 'too many live grants', retryAfterSeconds: grantSeconds })
  }
  const hints = { userId: holder.userId, timestamp: String(issuedAt), backUrl, deepPath: target.deepPath }
  return { grantUrl: formatGrantUrl(env.baseUrl, { token, hints }), expiresIn: grantSeconds }
}

function settleTarget(account: Account, backUrl: string, request: GrantRequest): GrantTarget {
  return {
    accountId: account.id,
    backUrl,
    deepPath: request.deepPath ?? account.deepPath ?? accountPath(account.id),
    locale: request.locale ?? account.locale ?? defaultLocale,
  }
}
