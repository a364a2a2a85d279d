import type { Account } from '#lib/accounts/account.ts'
import { findOpenableAccount } from '#lib/accounts/find-openable-account.ts'
import { Refusal } from '#lib/errors.ts'
import { unacceptableField } from '#lib/http/form-body.ts'
import { acceptsBackUrl } from '#lib/return-addresses/accepts-back-url.ts'
import { defaultBackUrl } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'

/**
 * Whether this user may have a link for what is asked, by the rules of this server.
 * @returns the account, and where people come back to
 * @throws Refusal `invalid_request` naming `backUrl` when its origin is not registered; `access_denied` when the user
 *   may not open the account, or it is suspended or unknown
 */
export async function admitGrantRequest(
  { db, env }: Services,
  userId: string,
  request: GrantRequest,
): Promise<Readonly<{ account: Account; backUrl: string }>> {
  const backUrl = request.backUrl ?? defaultBackUrl(env.baseUrl)
  if (!(await acceptsBackUrl(db, env.baseUrl, backUrl))) {
    throw unacceptableField('backUrl', 'its origin is not a return address')
  }
  const account = await findOpenableAccount(db, userId, request.accountId)
  if (!account) throw new Refusal('access_denied')
  return { account, backUrl }
}
