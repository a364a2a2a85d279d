import { sql } from 'kysely'
import { type Federated, pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'

/** A sign-in whose password was right, or that came from a provider, in the browser that entered it. */
export type PendingRow = Readonly<{
  userId: string
  browserHash: string
  passwordSetAt: number
  /** Instead of a password. */
  federated: Federated | undefined
}>

/** Replaces an earlier one of this user in this browser. */
export async function insertPending(db: Db, tokenHash: string, pending: PendingRow): Promise<void> {
  const { userId, browserHash, passwordSetAt, federated } = pending
  await db
    .deleteFrom('pending_sign_ins')
    .where('user_id', '=', userId)
    .where('browser_hash', '=', browserHash)
    .execute()
  await db
    .insertInto('pending_sign_ins')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      browser_hash: browserHash,
      password_set_at: passwordSetAt,
      expires_at: sql`${nowMs} + ${pendingMs}`,
      identity_id: federated?.identityId ?? null,
      provider_sid_hash: federated?.sidHash ?? null,
      provider_name: federated?.provider ?? null,
    })
    .execute()
}

export async function findPending(db: Db, tokenHash: string): Promise<PendingRow | undefined> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      browserHash: row.browser_hash,
      passwordSetAt: row.password_set_at,
      federated:
        row.identity_id === null
          ? undefined
          : { identityId: row.identity_id, sidHash: row.provider_sid_hash, provider: row.provider_name ?? '' },
    }
  )
}

/** Ends it: of several second steps, one starts a session. @returns false if it has ended or expired */
export async function takePending(db: Db, tokenHash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the pending sign-ins of this user, or of all users. */
export async function deletePending(db: Db, userId?: string): Promise<void> {
  const all = db.deleteFrom('pending_sign_ins')
  await (userId === undefined ? all : all.where('user_id', '=', userId)).execute()
}

/** Ends the pending sign-ins of these identities: all, or those of one session at the provider. */
export async function deletePendingOfIdentities(
  db: Db,
  identityIds: readonly string[],
  sidHash?: string,
): Promise<void> {
  if (identityIds.length === 0) return
  const all = db.deleteFrom('pending_sign_ins').where('identity_id', 'in', identityIds)
  await (sidHash === undefined ? all : all.where('provider_sid_hash', '=', sidHash)).execute()
}

export function deleteOldPending(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'pending_sign_ins', { instant: sql`expires_at`, limit })
}
