import type { Account } from '#lib/accounts/account.ts'
import { findOpenable } from '#lib/accounts/account-permissions-store.ts'
import { includesAccount, type KeyLimits } from '#lib/api-keys/limits.ts'
import { hasScope } from '#lib/api-keys/scopes.ts'
import { Refusal } from '#lib/errors.ts'
import { authenticateAccessToken } from '#lib/refresh-tokens/authenticate-access-token.ts'
import { acceptsBackUrl, defaultBackUrl } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import { type GrantRequest, invalidGrantField } from '#lib/sso-grants/grant-request.ts'
import { type GrantHolder, grantSeconds, maxLiveGrantsPerKey } from '#lib/sso-grants/sso-grant.ts'
import { countLiveGrants } from '#lib/sso-grants/store.ts'

/** What a grant request refers to, and the limits of the holder's key. */
export type CheckedGrantRequest = Readonly<{ account: Account; backUrl: string; limits: KeyLimits }>

export const unlimited: KeyLimits = { accountIds: null, networks: null }

/**
 * Explains why a grant request is refused. It grants nothing: `insertGrant` checks the same again, in one statement.
 * @throws Refusal `invalid_token`; `insufficient_scope`; `invalid_request` if the origin of `backUrl` is not registered;
 *   `access_denied` if the user or the key may not open the account; `too_many_requests` at 10 000 live grants of a key
 */
export async function checkGrantRequest(
  services: Services,
  holder: GrantHolder,
  request: GrantRequest,
): Promise<CheckedGrantRequest> {
  const { db, env } = services
  const { userId } = holder.kind === 'person' ? holder : holder.token
  const limits = holder.kind === 'person' ? unlimited : await checkToken(services, holder)
  const backUrl = request.backUrl ?? defaultBackUrl(env.baseUrl)
  if (!(await acceptsBackUrl(db, env.baseUrl, backUrl))) throw invalidGrantField('backUrl', 'unregistered')
  if (!includesAccount(limits, request.accountId)) {
    throw new Refusal('access_denied', { detail: 'the key is limited to other accounts' })
  }
  const account = await findOpenable(db, userId, request.accountId)
  if (!account) throw new Refusal('access_denied')
  if (holder.kind === 'program' && (await countLiveGrants(db, holder.token.keyId)) >= maxLiveGrantsPerKey) {
    throw new Refusal('too_many_requests', { detail: 'too many live grants', retryAfterSeconds: grantSeconds })
  }
  return { account, backUrl, limits }
}

async function checkToken(
  services: Services,
  { token, ...context }: Extract<GrantHolder, { kind: 'program' }>,
): Promise<KeyLimits> {
  const { key } = await authenticateAccessToken(services, context, token)
  if (!hasScope(token.scope, 'sso')) throw new Refusal('insufficient_scope')
  return key.limits
}
