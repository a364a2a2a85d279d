import { findUserById } from '#lib/domain/people/users/store.ts'
import { listPasskeys } from '#lib/domain/sign-in/passkeys/store.ts'
import { findProviderOfUser } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Keeps owners from taking their own only way in: they could neither confirm nor switch the provider on again.
 * @throws Refusal `conflict` if the actor can sign in only with this provider
 */
export async function requireOtherWayIn(db: Db, actor: Actor, providerId: string): Promise<void> {
  if (actor.kind !== 'person') return
  const user = await findUserById(db, actor.userId)
  if ((user?.passwordSetAt ?? null) !== null || (await listPasskeys(db, actor.userId)).length > 0) return
  if (!(await findProviderOfUser(db, actor.userId, providerId))) throw new Refusal('conflict')
}
