import { sql } from 'kysely'
import { maxProofLifeMs } from '#lib/domain/tokens/dpop/nonce.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'

/** @returns whether the proof was presented for the first time. Of concurrent presentations, one is. */
export async function claimProof(db: Db, id: string): Promise<boolean> {
  const row = await db
    .insertInto('used_proofs')
    .values({ id, expires_at: sql<number>`${nowMs} + ${sql.lit(maxProofLifeMs)}` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes proofs whose nonce is refused by now. @returns how many */
export function deleteOldProofs(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'used_proofs', { instant: sql`expires_at`, limit })
}
