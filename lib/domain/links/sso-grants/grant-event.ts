import { accountEvent } from '#lib/domain/accounts/accounts/account.ts'
import type { SsoGrant } from '#lib/domain/links/sso-grants/sso-grant.ts'
import type { NewEvent } from '#lib/foundation/audit/event.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/** The grant's user as an audit event names them. */
export function grantActor(grant: SsoGrant, { address, requestId }: RequestContext): RecordedActor {
  const kind = grant.keyId === null ? 'person' : 'program'
  return { kind, userId: grant.userId, name: grant.userName, address, requestId }
}

/** The audit event of a redeemed grant, with its key or `launch`. */
export function describeRedemption(grant: SsoGrant): NewEvent {
  return accountEvent('sso_grant.redeemed', accountOf(grant), { via: grant.keyId ?? 'launch', grantId: grant.id })
}

/** The audit event of an invalidated grant: the user it was issued for, and why. The visitor is unknown. */
export function describeRefusal(grant: SsoGrant, reason: 'tampered' | 'withdrawn'): NewEvent {
  const { userId, userName, keyId, id: grantId } = grant
  const details = { reason, via: keyId ?? 'launch', userId, userName, grantId }
  return accountEvent('sso_grant.refused', accountOf(grant), details)
}

/** The audit event of a launch's grant that was contained because its link had leaked. */
export function describeRevocation(grant: SsoGrant, { sessions }: Readonly<{ sessions: number }>): NewEvent {
  const { userId, userName, id: grantId } = grant
  const details = { reason: 'leaked', via: 'launch', userId, userName, grantId, sessions }
  return accountEvent('sso_grant.revoked', accountOf(grant), details)
}

function accountOf({ accountId, accountName }: SsoGrant) {
  return { id: accountId, name: accountName }
}
