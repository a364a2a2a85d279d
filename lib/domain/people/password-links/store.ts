import { type ExpressionBuilder, sql } from 'kysely'
import { type LinkPurpose, passwordPurposes } from '#lib/domain/people/password-links/password-link.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

export type NewLink = Readonly<{
  tokenHash: string
  purpose: LinkPurpose
  userId: string | null
  createdBy: string
  lifeMs: number
}>

/** @returns when the link expires */
export async function insertLink(db: Db, link: NewLink): Promise<number> {
  const row = await db
    .insertInto('password_links')
    .values({
      token_hash: link.tokenHash,
      purpose: link.purpose,
      user_id: link.userId,
      created_by: link.createdBy,
      created_at: nowMs,
      expires_at: sql`${nowMs} + ${link.lifeMs}`,
      used_at: null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** Deletes the links of a user, or of no one, that could still be used for these purposes. */
export async function deleteUsableLinks(
  db: Db,
  userId: string | null,
  purposes: readonly LinkPurpose[] = passwordPurposes,
): Promise<void> {
  await db
    .deleteFrom('password_links')
    .where('purpose', 'in', purposes)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Doesn't spend the link: a mail scanner or a preview may open its page first. */
export function findUsableLink(db: Db, tokenHash: string, purposes: readonly LinkPurpose[]) {
  return db
    .selectFrom('password_links')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where(isUsable)
    .executeTakeFirst()
}

/** Spends the link. Of concurrent attempts, exactly one succeeds. */
export function spendLink(db: Db, tokenHash: string, purposes: readonly LinkPurpose[]) {
  return db
    .updateTable('password_links')
    .set({ used_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where(isUsable)
    .returning('user_id as userId')
    .executeTakeFirst()
}

/** Deletes expired links, used or not: an unknown link gets the same refusal. @returns how many */
export function deleteExpiredLinks(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'password_links', { instant: sql`expires_at`, limit })
}

function isUsable({ and, eb }: ExpressionBuilder<Tables, 'password_links'>) {
  return and([eb('used_at', 'is', null), eb('expires_at', '>', nowMs)])
}
