import { listOpenableIds } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { listOpenable } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireKeyManager, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** The ID of an account that the key opens, for its samples. @throws Refusal `forbidden` */
export async function findExampleAccount({ db }: Services, actor: Actor, keyId: string): Promise<string | undefined> {
  requireManager(actor)
  const key = await findKey(db, keyId)
  if (!key?.scopes.includes('sso')) return undefined
  requireKeyManager(actor, key.owner)
  if (key.accountIds === null) return (await listOpenable(db, { userId: key.owner.id, words: [], limit: 1 }))[0]?.id
  return (await listOpenableIds(db, key.owner.id, key.accountIds))[0]
}
