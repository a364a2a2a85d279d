import { describeEnd } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { listOpenSessionsOfUser } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { endSession } from '#lib/domain/accounts/account-sessions/store.ts'
import { listOpenableIds } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'

/** An account that the signed-in user has open in this browser. */
export type OpenAccount = Readonly<{
  sessionId: string
  id: string
  name: string
  /** Where the session started inside the account. */
  deepPath: string
  /** Until the session ends if it isn't used. */
  leftMs: number
}>

/** The accounts that this user could use now in this browser, in the order in which they were opened. */
export async function listOwnOpenAccounts({ db }: Services, user: PortalUser): Promise<readonly OpenAccount[]> {
  const records = await listOpenSessionsOfUser(db, user)
  const open = records.filter(({ state, hasGoodCredential }) => state === 'open' && hasGoodCredential)
  if (open.length === 0) return []
  const ids = open.map(({ session }) => session.accountId)
  const openable = new Set(await listOpenableIds(db, user.userId, ids))
  return open
    .map(({ session }) => session)
    .filter(({ accountId }) => openable.has(accountId))
    .map(({ id, accountId, accountName, deepPath, endsAt, readAt }) => ({
      sessionId: id,
      id: accountId,
      name: accountName,
      deepPath,
      leftMs: endsAt - readAt,
    }))
}

/**
 * Ends the user's own sessions of this browser, or the one with this ID. Repeating it, or naming another session, has
 * no effect.
 */
export async function endOwnAccountSessions({ db }: Services, user: PortalUser, sessionId?: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { session } of await listOpenSessionsOfUser(trx, user)) {
      const isMeant = sessionId === undefined || session.id === sessionId
      if (isMeant && (await endSession(trx, session.id, 'ended'))) await recordEvent(trx, user, describeEnd(session))
    }
  })
}
