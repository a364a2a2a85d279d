import { listGroupsOfAccount } from '#lib/domain/accounts/account-groups/members-store.ts'
import { endAndRecord } from '#lib/domain/accounts/account-management/manage-sessions.ts'
import type { AccountSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { listOpenSessionsOfAccount } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import type { ManagedAccount } from '#lib/domain/accounts/accounts/account.ts'
import { findManaged } from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { partyNamer } from '#lib/domain/events/activity/name-parties.ts'
import { listEventsFrom } from '#lib/domain/events/activity/store.ts'
import { listUsersWithGroupOf } from '#lib/domain/people/users/group-access-store.ts'
import { type Distinct, withDistinctNames } from '#lib/domain/people/users/namesakes-store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { listUsersOfAllAccounts, listUsersWithAccount } from '#lib/domain/people/users/users-of-account-store.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'

const maxUsers = 50
const maxGroups = 20
const maxSessions = 50
const maxEvents = 20

/** The first users by name, and whether there are more. */
export type SomeUsers = Readonly<{ users: readonly Distinct<User>[]; more: boolean }>

export type AccountPage = Readonly<{
  account: ManagedAccount
  /** Users who may open it because it is on their list. */
  listed: SomeUsers
  /** Users who may open it because of their account groups. */
  grouped: SomeUsers
  /** The first groups that contain it, by name. */
  groups: readonly Readonly<{ id: string; name: string }>[]
  /** Users who may open it because they may open every account. */
  ofAll: SomeUsers
  /** The sessions that could be used now, at most {@link maxSessions}, the newest first. */
  sessions: readonly AccountSession[]
  /** The newest events about openings and ends of sessions. */
  events: readonly AuditEvent[]
}>

/**
 * An account with its users, its sessions and its openings; undefined for an unknown ID. @throws Refusal `forbidden`
 */
export async function readAccountPage(
  { db }: Services,
  actor: Actor,
  accountId: string,
): Promise<AccountPage | undefined> {
  requireManager(actor)
  const account = await findManaged(db, accountId)
  if (!account) return undefined
  const [listed, grouped, groups, ofAll, sessions, { events }] = await Promise.all([
    listUsersWithAccount(db, accountId, maxUsers + 1),
    listUsersWithGroupOf(db, accountId, maxUsers + 1),
    listGroupsOfAccount(db, accountId, maxGroups),
    listUsersOfAllAccounts(db, maxUsers + 1),
    listOpenSessionsOfAccount(db, { accountId, limit: maxSessions }),
    // By account alone: the index ends there, and a condition on the kind could read every event of the account.
    listEventsFrom(db, { accountId }, { turn: {}, limit: maxEvents }),
  ])
  const [someListed, someGrouped, someOfAll, toShown] = await Promise.all([
    toSome(db, listed),
    toSome(db, grouped),
    toSome(db, ofAll),
    partyNamer(db, events),
  ])
  return {
    account,
    listed: someListed,
    grouped: someGrouped,
    groups,
    ofAll: someOfAll,
    sessions,
    events: events.map(toShown),
  }
}

/** Ends a session of this account from the next request on. Repeating it has no effect. @throws Refusal `forbidden` */
export async function endSessionOfAccount(
  { db }: Services,
  actor: Actor,
  { accountId, sessionId }: Readonly<{ accountId: string; sessionId: string }>,
): Promise<void> {
  requireManager(actor)
  await db.transaction().execute(async (trx) => {
    const [session] = await listOpenSessionsOfAccount(trx, { accountId, limit: 1, id: sessionId })
    if (session) await endAndRecord(trx, actor, session)
  })
}

async function toSome(db: Db, users: readonly User[]): Promise<SomeUsers> {
  return { users: await withDistinctNames(db, users.slice(0, maxUsers)), more: users.length > maxUsers }
}
