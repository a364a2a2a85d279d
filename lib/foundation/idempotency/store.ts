import { sql } from 'kysely'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import type { Repeatable } from '#lib/foundation/idempotency/repeatable.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** How long a response is repeated. */
const retentionMs = dayMs

/**
 * Claims the name for this transaction. A concurrent transaction with the same name waits until this one ends.
 * @returns false if a response is kept under this name
 */
export async function claimName(trx: DbTransaction, { keyId, name, fingerprint }: Repeatable): Promise<boolean> {
  const row = await trx
    .insertInto('idempotency_keys')
    .values({ key_id: keyId, name, fingerprint, response: null, created_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'name'])
        .doUpdateSet({ fingerprint, response: null, created_at: nowMs })
        .where('idempotency_keys.created_at', '<=', sql<number>`${nowMs} - ${sql.lit(retentionMs)}`),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

export async function keepResponse(trx: DbTransaction, { keyId, name }: Repeatable, response: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ response })
    .where('key_id', '=', keyId)
    .where('name', '=', name)
    .execute()
}

export async function findResponse(trx: DbTransaction, { keyId, name }: Repeatable) {
  return trx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response'])
    .where('key_id', '=', keyId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Deletes responses of over 24 hours ago. @returns how many */
export function deleteOldResponses(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'idempotency_keys', { instant: sql`created_at`, retentionMs, limit })
}
