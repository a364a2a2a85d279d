import { countSessionsOfKey } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { endSessionsOfKey } from '#lib/domain/accounts/account-sessions/store.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { changeApiKeyState } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { withdrawOpenHandOver } from '#lib/domain/keys/api-keys/hand-over-store.ts'
import { revokeKey } from '#lib/domain/keys/api-keys/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { managersOf, requireKeyManager } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'

/** The count stops here. */
export const maxCountedSessions = 1_000

/**
 * The open accounts that revoking the key would end, at most {@link maxCountedSessions}. @throws Refusal `forbidden`
 */
export async function countSessionsOfApiKey({ db }: Services, actor: Actor, key: ApiKey): Promise<number> {
  requireKeyManager(actor, key.owner)
  return countSessionsOfKey(db, { id: key.id, ownerId: key.owner.id }, maxCountedSessions)
}

/** Revokes a key and ends the account sessions that it opened, permanently. @throws Refusal `not_found`, `forbidden` */
export async function revokeApiKey(services: Services, actor: Actor, keyId: string): Promise<void> {
  await changeApiKeyState(services, actor, { keyId, change: revocation(services, actor) })
}

export function revocation(services: Services, actor: Actor) {
  return {
    event: 'api_key.revoked',
    apply: (trx: DbTransaction, _: string, key: ApiKey) => endKey({ services, trx, actor }, key),
  } as const
}

/**
 * Revokes a key, ends its account sessions and its hand-over, and tells the owner and the managers. The caller
 * authorizes and records the event. @returns whether this call changed the key
 */
export async function endKey({ services, trx, actor }: UnitOfWork, key: ApiKey): Promise<boolean> {
  const { id, owner } = key
  if (!(await revokeKey(trx, id))) return false
  await withdrawOpenHandOver(trx, id)
  await endSessionsOfKey(trx, { id, ownerId: owner.id })
  await tellRevoked({ services, trx, actor }, key)
  return true
}

/** Tells the owner and the managers, apart from the one who did it. */
async function tellRevoked({ services, trx, actor }: UnitOfWork, key: ApiKey): Promise<void> {
  const { id: keyId, name, owner } = key
  const exceptId = actorId(actor)
  // Who is not signed in can only report a hand-over.
  const reported = actor.kind === 'visitor'
  const facts = { keyId, name, owner: owner.name, by: actor.kind === 'person' ? actor.name : '', reported }
  const recipients = { userId: owner.id, roles: managersOf(owner.role), exceptId }
  await queueMail(services, trx, { kind: 'key_revoked', facts, actorId: exceptId, to: recipients })
}
