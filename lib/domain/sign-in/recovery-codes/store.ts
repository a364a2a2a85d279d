import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

/** Replaces the user's codes, used ones too. */
export async function replaceCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await deleteCodes(db, userId)
  const rows = hashes.map((code_hash) => ({ code_hash, user_id: userId, created_at: nowMs, used_at: null }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

export async function deleteCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses a code of this user, once: of several requests with one code, one wins. */
export async function spendCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: nowMs })
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many of the user's codes are left, and when the last one was used. */
export type RecoveryCodes = Readonly<{ left: number; lastUsedAt: number | null }>

export async function readCodes(db: Db, userId: string): Promise<RecoveryCodes> {
  const left = await countRows(
    db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null),
  )
  const used = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.max('used_at').as('lastUsedAt'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { left, lastUsedAt: used?.lastUsedAt ?? null }
}
