import { sql } from 'kysely'
import { z } from 'zod'
import {
  announcementMs,
  type NewSigningKey,
  retiredKeyMs,
  type SealedSigningKey,
  type SigningKeyState,
  signingAlgorithms,
} from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { dayMs } from '#lib/kernel/clock.ts'

const algorithmSchema = z.enum(signingAlgorithms)

/** The keys that sign, will sign, or have signed a token that may still be valid; oldest first. */
export async function listSigningKeys(db: Db): Promise<SealedSigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', eb(nowMs, '-', retiredKeyMs))]))
    .orderBy('created_at')
    .orderBy('activated_at', 'desc')
    .execute()
  return rows.map(toSigningKey)
}

/** @throws a unique violation if a key of this state exists: see the table's indexes */
export async function insertSigningKey(db: Db, key: NewSigningKey, state: 'current' | 'next'): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({
      id: key.id,
      alg: key.alg,
      public_jwk: JSON.stringify(key.publicJwk),
      private_sealed: key.privateSealed,
      master_id: key.masterId,
      created_at: nowMs,
      activated_at: state === 'current' ? nowMs : null,
      retired_at: null,
    })
    .execute()
}

/** Retires the current key and deletes its private key. @returns whether this call retired it */
export async function retireSigningKey(db: Db, id: string): Promise<boolean> {
  const retired = await db
    .updateTable('signing_keys')
    .set({ retired_at: nowMs, private_sealed: '' })
    .where('id', '=', id)
    .where('activated_at', 'is not', null)
    .where('retired_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return retired !== undefined
}

/** Makes the next key the current one if it was published for long enough. @returns whether this call did */
export async function activateSigningKey(db: Db, id: string, publishedForMs: number): Promise<boolean> {
  const activated = await db
    .updateTable('signing_keys')
    .set({ activated_at: nowMs })
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .where((eb) => eb('created_at', '<=', eb(nowMs, '-', publishedForMs)))
    .returning('id')
    .executeTakeFirst()
  return activated !== undefined
}

/** Deletes a key that has never signed. @returns whether this call deleted it */
export async function deleteNextSigningKey(db: Db, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('signing_keys')
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Whether the current key is `afterDays` old (0: never), or the operator has requested another algorithm. */
export async function isRotationDue(db: Db, afterDays: number): Promise<boolean> {
  const due = await db
    .selectFrom('signing_keys as signing')
    .innerJoin('signing_keys as following', (join) => join.on('following.activated_at', 'is', null))
    .select('signing.id')
    .where('signing.activated_at', 'is not', null)
    .where('signing.retired_at', 'is', null)
    .where((eb) => eb('following.created_at', '<=', eb(nowMs, '-', announcementMs)))
    .where((eb) => {
      const hasOtherAlgorithm = eb('signing.alg', '!=', eb.ref('following.alg'))
      if (afterDays === 0) return hasOtherAlgorithm
      return eb.or([hasOtherAlgorithm, eb('signing.activated_at', '<=', eb(nowMs, '-', afterDays * dayMs))])
    })
    .executeTakeFirst()
  return due !== undefined
}

/** Deletes keys whose last token has expired. @returns how many */
export function deleteOutdatedSigningKeys(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'signing_keys', { instant: sql`retired_at`, retentionMs: retiredKeyMs, limit })
}

/** Moves a key to another master secret, unless another process has done so or the key is retired. */
export async function updateSeal(
  db: Db,
  key: Pick<SealedSigningKey, 'id' | 'masterId'>,
  seal: { privateSealed: string; masterId: string },
): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ private_sealed: seal.privateSealed, master_id: seal.masterId })
    .where('id', '=', key.id)
    .where('master_id', '=', key.masterId)
    .where('retired_at', 'is', null)
    .execute()
}

function toSigningKey(row: Tables['signing_keys']): SealedSigningKey {
  return {
    id: row.id,
    alg: algorithmSchema.parse(row.alg),
    publicJwk: JSON.parse(row.public_jwk),
    privateSealed: row.private_sealed,
    masterId: row.master_id,
    state: toState(row),
  }
}

function toState(row: Pick<Tables['signing_keys'], 'activated_at' | 'retired_at'>): SigningKeyState {
  if (row.retired_at !== null) return 'previous'
  return row.activated_at === null ? 'next' : 'current'
}
