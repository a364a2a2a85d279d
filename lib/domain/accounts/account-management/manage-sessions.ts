import { type AccountSession, describeEnd } from '#lib/domain/accounts/account-sessions/account-session.ts'
import {
  findUsableSession,
  listUsableSessions,
  type SessionSelection,
} from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { endSession } from '#lib/domain/accounts/account-sessions/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { managedOwners, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * The sessions that could be used now, of the actor and of users whom the actor manages, the newest first.
 * @throws Refusal `forbidden`; `input_invalid` unless an account or a user is named: no index serves all sessions
 */
export async function listManagedSessions(
  { db }: Services,
  actor: Actor,
  { limit, ...selection }: SessionSelection,
): Promise<Readonly<{ sessions: readonly AccountSession[]; more: boolean }>> {
  requireManager(actor, 'sessions:write')
  if (selection.accountId === undefined && selection.userId === undefined) {
    throw new Refusal('input_invalid', { fields: { accountId: 'required', userId: 'required' } })
  }
  const visible = managedOwners(actor, 'sessions:write')
  const found = await listUsableSessions(db, visible, { ...selection, limit: limit + 1 })
  return { sessions: found.slice(0, limit), more: found.length > limit }
}

/**
 * Ends a session of the actor or of a user whom the actor manages, from the next request on.
 * @throws Refusal `forbidden`; `not_found` for a session that has ended, or that the list does not show
 */
export async function endManagedSession({ db }: Services, actor: Actor, sessionId: string): Promise<void> {
  requireManager(actor, 'sessions:write')
  const visible = managedOwners(actor, 'sessions:write')
  await db.transaction().execute(async (trx) => {
    const session = await findUsableSession(trx, visible, sessionId)
    if (!session || !(await endAndRecord(trx, actor, session))) throw new Refusal('not_found')
  })
}

/** The caller authorizes. @returns whether this call ended the session */
export async function endAndRecord(trx: DbTransaction, actor: Actor, session: AccountSession): Promise<boolean> {
  if (!(await endSession(trx, session.id, 'ended'))) return false
  await recordEvent(trx, actor, describeEnd(session))
  return true
}
