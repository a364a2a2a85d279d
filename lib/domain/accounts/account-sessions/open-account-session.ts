import type { NewSession, SessionTarget } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { pendingMs } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { checkSession } from '#lib/domain/accounts/account-sessions/check-session.ts'
import { findOpenSession } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { randomToken, sha256, timedId } from '#lib/kernel/crypto.ts'

/** The plain `secret` is for the session's cookie and is stored nowhere. */
export type Opening = Readonly<
  { kind: 'opened'; accountId: string; deepPath: string; secret: string } | { kind: 'pending'; sessionId: string }
>

/**
 * The session that a redeemed grant opens: in place of the same user's earlier one, or pending while another user has
 * the account open in this browser. The statement that inserts it requires that the open session is still the same one.
 * @param isOccupied whether a session is open in this browser and account, as read before
 * @param masterId the master secret that seals the session's cookie
 */
export async function prepareSession(
  db: Db,
  target: SessionTarget,
  { isOccupied, masterId }: Readonly<{ isOccupied: boolean; masterId: string }>,
): Promise<Readonly<{ opening: Opening; session: NewSession }>> {
  const { accountId, deepPath } = target
  const holder = isOccupied ? await findOpenSession(db, target) : undefined
  const holderId = holder?.session.id ?? ''
  const sessionId = timedId('ases')
  if (holder && holder.session.userId !== target.userId && (await checkSession(db, holder)) === 'good') {
    const session = { ...target, sessionId, secretHash: null, masterId: null, pendingMs, holderId, replacedId: '' }
    return { opening: { kind: 'pending', sessionId }, session }
  }
  const secret = randomToken()
  const cookie = { secretHash: sha256(secret), masterId, pendingMs: null }
  const session = { ...target, sessionId, ...cookie, holderId, replacedId: holderId }
  return { opening: { kind: 'opened', accountId, deepPath, secret }, session }
}
