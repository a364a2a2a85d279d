import { listOpenableIds } from '#lib/accounts/account-permissions-store.ts'
import { listOpenable } from '#lib/accounts/launcher-store.ts'
import type { Actor } from '#lib/actor.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import { requireKeyManager, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/** The ID of an account that the key opens, for its samples. @throws Refusal `forbidden` */
export async function findExampleAccount({ db }: Services, actor: Actor, keyId: string): Promise<string | undefined> {
  requireManager(actor)
  const key = await findKey(db, keyId)
  if (!key?.scopes.includes('sso')) return undefined
  requireKeyManager(actor, key.owner)
  if (key.accountIds === null) return (await listOpenable(db, key.owner.id, [], 1))[0]?.id
  return (await listOpenableIds(db, key.owner.id, key.accountIds))[0]
}
