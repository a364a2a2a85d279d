import type { Account } from '#lib/accounts/account.ts'
import { findOpenable } from '#lib/accounts/openable-accounts-store.ts'
import { mayOpen } from '#lib/api-keys/limits.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { acceptsBackUrl, defaultBackUrl } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'
import type { GrantHolder } from '#lib/sso-grants/sso-grant.ts'
import { unacceptableValue } from '#lib/sso-grants/unacceptable-value.ts'

/**
 * Whether whoever asks may have a link for that, by the rules of this server.
 * @returns the account, and where people come back to
 * @throws Refusal `invalid_request` naming `backUrl` when its origin is not registered; `access_denied` when the user
 *   or the key may not open the account, or it is suspended or unknown
 */
export async function admitGrantRequest(
  { db, env }: Services,
  holder: GrantHolder,
  request: GrantRequest,
): Promise<Readonly<{ account: Account; backUrl: string }>> {
  const backUrl = request.backUrl ?? defaultBackUrl(env.baseUrl)
  if (!(await acceptsBackUrl(db, env.baseUrl, backUrl))) {
    throw unacceptableValue('backUrl', 'unregistered')
  }
  return { account: await findAccountFor(db, holder, request.accountId), backUrl }
}

/** A key's limits are fixed, so that nothing of them is left to be asked when the link is opened. */
async function findAccountFor(db: Db, holder: GrantHolder, accountId: string): Promise<Account> {
  if (holder.kind === 'program' && !mayOpen(holder, accountId)) {
    throw new Refusal('access_denied', { detail: 'the key is limited to other accounts' })
  }
  const account = await findOpenable(db, holder.userId, accountId)
  if (!account) throw new Refusal('access_denied')
  return account
}
