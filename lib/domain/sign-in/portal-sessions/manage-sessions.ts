import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import { findUsersById } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { endUserSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { deletePending } from '#lib/domain/sign-in/portal-sessions/pending-sign-ins-store.ts'
import { listSignedInUserIds } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import {
  requireManager,
  requireManagerOf,
  requireRecentConfirmation,
} from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'

/** Users per transaction, so that other writers don't wait for all of them. */
const batchSize = 50

/**
 * Ends a user's sessions, and the accounts that their browsers opened from the portal. The actor's own session stays.
 * @returns how many ended
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`
 */
export async function signOutUser(services: Services, actor: Actor, userId: string): Promise<number> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return services.db
    .transaction()
    .execute(async (trx) => endManaged({ services, trx, actor }, await getManagedUser(trx, actor, { id: userId })))
}

/**
 * As {@link signOutUser}, for all users. Works in batches: those before a failure stay ended, and repeating it
 * continues.
 * @throws Refusal `forbidden` except for owners and the operator; `confirmation_required`
 */
export async function signOutAllUsers(
  services: Services,
  actor: Actor,
): Promise<Readonly<{ users: number; sessions: number }>> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  // Also of users who have no session.
  await deletePending(services.db)
  const ended: number[] = []
  for (let after = ''; ; ) {
    const ids = await listSignedInUserIds(services.db, services.env.portalLifetimes, { after, limit: batchSize })
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    ended.push(...(await services.db.transaction().execute((trx) => endBatch({ services, trx, actor }, ids))))
  }
  const counted = ended.filter((sessions) => sessions > 0)
  return { users: counted.length, sessions: counted.reduce((sum, sessions) => sum + sessions, 0) }
}

async function endBatch({ services, trx, actor }: UnitOfWork, ids: readonly string[]): Promise<readonly number[]> {
  const users = await findUsersById(trx, ids)
  const ended: number[] = []
  // In the order of the IDs: two of these at once lock users in the same order.
  for (const user of ids.map((id) => users.get(id))) {
    if (user) ended.push(await endManaged({ services, trx, actor }, user))
  }
  return ended
}

async function endManaged({ services, trx, actor }: UnitOfWork, user: User): Promise<number> {
  const own = actor.kind === 'person' && actor.userId === user.id ? actor : undefined
  const sessions = await endUserSessions(services, trx, { userId: user.id, kept: own })
  const reason = own ? 'ended_elsewhere' : 'ended_by_manager'
  if (sessions > 0) await recordEvent(trx, actor, userEvent('portal_session.ended', user, { reason, sessions }))
  return sessions
}
