import { type SqlBool, sql } from 'kysely'
import { type HandOverState, handOverRetentionMs, handOverState } from '#lib/domain/keys/api-keys/hand-over.ts'
import type { FamilyFate } from '#lib/domain/keys/api-keys/key-secret.ts'
import { isActiveKey } from '#lib/domain/keys/api-keys/store.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { randomId } from '#lib/kernel/crypto.ts'

/** Whether the hand-over `h` of a statement is open: `handOverState` in SQL. */
const isOpen = sql<SqlBool>`(h.used_at is null and h.withdrawn_at is null and h.expires_at > ${nowMs})`

type NewHandOver = Readonly<{
  keyId: string
  tokenHash: string
  createdBy: string
  lifeMs: number
  formerRetiresAfterMs: number
  formerFamilies: FamilyFate
}>

/** @returns when the link expires */
export async function insertHandOver(db: Db, handOver: NewHandOver): Promise<number> {
  const row = await db
    .insertInto('hand_overs')
    .values(({ eb }) => ({
      id: randomId('hov'),
      key_id: handOver.keyId,
      token_hash: handOver.tokenHash,
      created_at: nowMs,
      created_by: handOver.createdBy,
      expires_at: eb(nowMs, '+', handOver.lifeMs),
      former_retires_after_ms: handOver.formerRetiresAfterMs,
      former_families: handOver.formerFamilies,
    }))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** Ends the open hand-over of a key. @returns whether there was one */
export async function withdrawOpenHandOver(db: Db, keyId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('hand_overs as h')
    .set({ withdrawn_at: nowMs })
    .where('h.key_id', '=', keyId)
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Spends the link if the key is active. Of concurrent attempts, one succeeds. */
export function spendHandOver(db: Db, tokenHash: string, address: string) {
  return db
    .updateTable('hand_overs as h')
    .set({ used_at: nowMs, used_from: address })
    .where('h.token_hash', '=', tokenHash)
    .where(isOpen)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('api_keys as k').select('k.id').whereRef('k.id', '=', 'h.key_id').where(isActiveKey)),
    )
    .returning(['created_by as createdBy', 'former_retires_after_ms as formerRetiresAfterMs'])
    .returning('former_families as formerFamilies')
    .executeTakeFirst()
}

/** Marks a used link as reported. Of concurrent reports, one succeeds. @returns the key's ID */
export async function reportUsedHandOver(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .updateTable('hand_overs')
    .set({ reported_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is not', null)
    .where('reported_at', 'is', null)
    .returning('key_id')
    .executeTakeFirst()
  return row?.key_id
}

export async function findHandOver(db: Db, tokenHash: string) {
  const row = await selectHandOvers(db).where('h.token_hash', '=', tokenHash).executeTakeFirst()
  return row && toHandOver(row)
}

/** The newest one of a key. */
export async function findLatestHandOver(db: Db, keyId: string) {
  const ofKey = selectHandOvers(db).where('h.key_id', '=', keyId)
  const row = await ofKey.orderBy('h.created_at', 'desc').orderBy('h.id').limit(1).executeTakeFirst()
  return row && toHandOver(row)
}

/** Deletes hand-overs that expired long ago: their links are then unknown. @returns how many */
export function deleteOldHandOvers(db: Db, limit: number): Promise<number> {
  const retentionMs = handOverRetentionMs
  return deleteOldest(db, 'hand_overs', { instant: sql`expires_at`, retentionMs, limit })
}

function selectHandOvers(db: Db) {
  return db
    .selectFrom('hand_overs as h')
    .leftJoin('users as u', 'u.id', 'h.created_by')
    .select(['h.key_id as keyId', 'h.created_at as createdAt', 'u.name as createdByName', 'h.expires_at as expiresAt'])
    .select(['h.withdrawn_at as withdrawnAt', 'h.used_at as usedAt', 'h.used_from as usedFrom'])
    .select(['h.reported_at as reportedAt', nowMs.as('now')])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectHandOvers>['executeTakeFirst']>>>

function toHandOver({ now, ...row }: Row): Omit<Row, 'now'> & Readonly<{ state: HandOverState }> {
  return { ...row, state: handOverState(row, now) }
}
