import { findUserById, lockUser, setLinked } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { endFederatedSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import {
  deleteIdentity,
  findIdentityById,
  listIdentitiesOf,
  listIdentityRows,
} from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { findProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor, RecordedActor } from '#lib/foundation/authorization/actor.ts'
import {
  requireManager,
  requireManagerOf,
  requireRecentConfirmation,
} from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const identitiesPerPage = 500

/** A user's account at a provider, as its user and managers see it. */
export type ShownIdentity = Awaited<ReturnType<typeof listIdentitiesOf>>[number]

/** The identities that sign a user in. @throws Refusal `forbidden` except for the user and managers */
export async function listIdentities(
  { db }: Services,
  actor: Actor,
  userId: string,
): Promise<readonly ShownIdentity[]> {
  if (actor.kind !== 'person' || actor.userId !== userId) requireManager(actor)
  return listIdentitiesOf(db, userId)
}

/** Identities of all users by username: 500 a page. @throws Refusal `forbidden` */
export async function listAllIdentities({ db }: Services, actor: Actor, page: number) {
  requireManager(actor)
  return listIdentityRows(db, { offset: (page - 1) * identitiesPerPage, limit: identitiesPerPage })
}

/**
 * Unlinks an identity, and ends the sessions that came from it. The user needs another invitation to link it again.
 * @throws Refusal `forbidden` except for the user and who manages them; `confirmation_required`; `not_found`;
 *   `conflict` for one's own only way in
 */
export async function unlinkIdentity(services: Services, actor: Actor, identityId: string): Promise<User> {
  requireRecentConfirmation(actor, services.clock.now())
  const isSelf = (userId: string) => actor.kind === 'person' && actor.userId === userId
  return services.db.transaction().execute(async (trx) => {
    const identity = await findIdentityById(trx, identityId)
    // Who may not see an identity learns nothing of it.
    if (!identity || !isSelf(identity.userId)) requireManager(actor)
    if (!identity) throw new Refusal('not_found')
    await lockUser(trx, identity.userId)
    const user = await findUserById(trx, identity.userId)
    if (!user) throw new Refusal('not_found')
    if (isSelf(user.id)) await requireOtherWayIn(trx, user, identityId)
    else requireManagerOf(actor, user.role)
    if (!(await deleteIdentity(trx, identityId))) throw new Refusal('not_found')
    const isLinked = (await listIdentitiesOf(trx, user.id)).length > 0
    const changed = (await setLinked(trx, user.id, isLinked)) ?? user
    await endFederatedSessions(services, trx, { identityIds: [identityId] })
    const provider = (await findProvider(trx, identity.providerId))?.label ?? identity.providerId
    await recordEvent(trx, actor, userEvent('user.identity_unlinked', changed, { provider }))
    return changed
  })
}

/**
 * Unlinks all identities of a user who leaves for good, so that a successor can be linked to the same one. The user's
 * sessions must have ended.
 */
export async function unlinkAllIdentities(trx: DbTransaction, actor: RecordedActor, user: User): Promise<void> {
  for (const { id, label: provider } of await listIdentitiesOf(trx, user.id)) {
    await deleteIdentity(trx, id)
    await recordEvent(trx, actor, userEvent('user.identity_unlinked', user, { provider }))
  }
  await setLinked(trx, user.id, false)
}

async function requireOtherWayIn(trx: DbTransaction, user: User, identityId: string): Promise<void> {
  const identities = await listIdentitiesOf(trx, user.id)
  const others = identities.filter((other) => other.id !== identityId && other.providerDisabledAt === null)
  const { passkeys } = await readFactors(trx, user.id)
  if (user.passwordSetAt === null && others.length + passkeys.length === 0) throw new Refusal('conflict')
}
