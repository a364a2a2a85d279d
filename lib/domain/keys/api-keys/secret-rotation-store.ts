import { sql } from 'kysely'
import type { SecretHash } from '#lib/domain/keys/api-keys/credential-store.ts'
import { type FamilyFate, newSecretId, pendingMs } from '#lib/domain/keys/api-keys/key-secret.ts'
import {
  isUnretiredSecret,
  isUsableSecret,
  type NewSecret,
  toColumns,
  type Used,
} from '#lib/domain/keys/api-keys/secrets-store.ts'
import { isActiveKey } from '#lib/domain/keys/api-keys/store.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

type Rotation = NewSecret & Readonly<{ formerRetiresAfterMs: number; formerFamilies: FamilyFate }>

/** A new secret of a key, which its first use makes current. It takes the place of one that is pending. */
export async function insertPendingSecret(db: Db, rotation: Rotation): Promise<{ id: string; lapsesAt: number }> {
  await retirePendingSecret(db, rotation.keyId)
  await deleteUnusedSecrets(db, rotation.keyId)
  const { formerRetiresAfterMs: former_retires_after_ms, formerFamilies: former_families } = rotation
  const { id, lapses_at } = await db
    .insertInto('key_secrets')
    .values(({ eb }) => ({
      ...toColumns(rotation),
      id: newSecretId(),
      created_at: nowMs,
      lapses_at: eb(nowMs, '+', pendingMs),
      former_retires_after_ms,
      former_families,
    }))
    .returning(['id', 'lapses_at'])
    .executeTakeFirstOrThrow()
  return { id, lapsesAt: lapses_at ?? 0 }
}

/** Secrets of a key that ended without a use; the leak desk still knows these. */
const maxUnused = 10

async function deleteUnusedSecrets(db: Db, keyId: string): Promise<void> {
  await db
    .deleteFrom('key_secrets')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('key_secrets as s')
        .select('s.id')
        .where('s.key_id', '=', keyId)
        .where('s.current_since', 'is', null)
        .orderBy('s.created_at', 'desc')
        .orderBy('s.id', 'desc')
        .limit(1_000)
        .offset(maxUnused),
    )
    .execute()
}

/** Retires the pending secret of a key, if it has one. */
export async function retirePendingSecret(db: Db, keyId: string): Promise<void> {
  await retiring(db, keyId).where('current_since', 'is', null).execute()
}

function retiring(db: Db, keyId: string) {
  return db
    .updateTable('key_secrets')
    .set({ retired_at: nowMs })
    .where('key_id', '=', keyId)
    .where('retired_at', 'is', null)
}

/** Retires every secret of a key. @returns their IDs */
export async function retireAllSecrets(db: Db, keyId: string): Promise<readonly string[]> {
  const rows = await retiring(db, keyId).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Whether a secret of the key is retiring. */
export async function hasRetiringSecret(db: Db, keyId: string): Promise<boolean> {
  const secrets = db.selectFrom('key_secrets as s').select('s.id').where('s.key_id', '=', keyId)
  const row = await secrets.where('s.retiring_since', 'is not', null).where(isUnretiredSecret).executeTakeFirst()
  return row !== undefined
}

/** Whether the key has or had this credential. */
export async function hasCredential(db: Db, keyId: string, { secretHash, masterId }: SecretHash): Promise<boolean> {
  const row = await db
    .selectFrom('key_secrets')
    .select('id')
    .where('key_id', '=', keyId)
    .where('secret_hash', '=', secretHash)
    .where('master_id', '=', masterId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a secret of the key was generated within this time, besides its first one. */
export async function hasSecretSince(db: Db, keyId: string, withinMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('key_secrets')
    .select('id')
    .where('key_id', '=', keyId)
    .where('lapses_at', 'is not', null)
    .where('created_at', '>', sql<number>`${nowMs} - ${sql.lit(withinMs)}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the secret still authenticates a client. */
export async function isSecretUsable(db: Db, secretId: string): Promise<boolean> {
  const secrets = db.selectFrom('key_secrets as s').select('s.id').where('s.id', '=', secretId)
  return (await secrets.where(isUsableSecret).executeTakeFirst()) !== undefined
}

/**
 * Makes a pending secret current, by its first use, if the key and its owner are active. Of concurrent first uses, one
 * does. The retirement of the secret before it starts.
 */
export async function activateSecretRow(
  db: Db,
  { keyId, secretId }: Used,
): Promise<Readonly<{ formerSecretId: string | null; retiresAt: number | null }> | undefined> {
  const activated = await db
    .updateTable('key_secrets as s')
    .set({ current_since: nowMs })
    .where('s.id', '=', secretId)
    .where('s.current_since', 'is', null)
    .where('s.retired_at', 'is', null)
    .where('s.lapses_at', '>', nowMs)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('api_keys as k')
          .innerJoin('users as u', 'u.id', 'k.owner_id')
          .select('k.id')
          .whereRef('k.id', '=', 's.key_id')
          .where(isActiveKey)
          .where('u.deactivated_at', 'is', null),
      ),
    )
    .returning(['current_since', 'former_retires_after_ms', 'former_families'])
    .executeTakeFirst()
  if (!activated) return undefined
  const since = activated.current_since ?? 0
  const former = await db
    .updateTable('key_secrets')
    .set({
      retiring_since: since,
      retires_at: since + (activated.former_retires_after_ms ?? 0),
      families: activated.former_families,
    })
    .where('key_id', '=', keyId)
    .where('id', '!=', secretId)
    .where('current_since', 'is not', null)
    .where('retiring_since', 'is', null)
    .where('retired_at', 'is', null)
    .returning(['id', 'retires_at'])
    .executeTakeFirst()
  return { formerSecretId: former?.id ?? null, retiresAt: former?.retires_at ?? null }
}

/** Retires a secret that is retiring or pending. @returns undefined if it is neither */
export async function retireSecretRow(db: Db, { keyId, secretId }: Used): Promise<{ wasPending: boolean } | undefined> {
  const row = await db
    .updateTable('key_secrets as s')
    .set({ retired_at: nowMs })
    .where('s.id', '=', secretId)
    .where('s.key_id', '=', keyId)
    .where(isUnretiredSecret)
    .where(({ or, eb }) => or([eb('s.retiring_since', 'is not', null), eb('s.current_since', 'is', null)]))
    .returning('current_since')
    .executeTakeFirst()
  return row && { wasPending: row.current_since === null }
}

/** Retires a secret in any state. @returns whether it was unretired; undefined if the key has no such secret */
export async function endSecret(db: Db, { keyId, secretId }: Used): Promise<boolean | undefined> {
  const ended = await retiring(db, keyId).where('id', '=', secretId).returning('id').executeTakeFirst()
  if (ended) return true
  return (await hasSecretNamed(db, { keyId, secretId })) ? false : undefined
}

/** Whether this is a secret of the key, in any state. */
export async function hasSecretNamed(db: Db, { keyId, secretId }: Used): Promise<boolean> {
  const secrets = db.selectFrom('key_secrets').select('id').where('id', '=', secretId).where('key_id', '=', keyId)
  return (await secrets.executeTakeFirst()) !== undefined
}

/** Secrets whose time is over and whose retirement is not recorded. */
export async function listDueSecrets(db: Db, limit: number): Promise<readonly Used[]> {
  return db
    .selectFrom('key_secrets')
    .select(['id as secretId', 'key_id as keyId'])
    .where('retires_at', '<=', nowMs)
    .where('retired_at', 'is', null)
    .orderBy('retires_at')
    .limit(limit)
    .execute()
}

/** Records that a secret was retired by the clock, unless that is recorded. */
export async function recordRetirement(
  db: Db,
  secretId: string,
): Promise<Readonly<{ families: FamilyFate | null }> | undefined> {
  return db
    .updateTable('key_secrets')
    .set(({ ref }) => ({ retired_at: ref('retires_at') }))
    .where('id', '=', secretId)
    .where('retires_at', '<=', nowMs)
    .where('retired_at', 'is', null)
    .returning('families')
    .executeTakeFirst()
}

/** Refuses the retiring secret of a key for a time from now. @returns undefined if none is retiring */
export async function startRehearsal(
  db: Db,
  keyId: string,
  forMs: number,
): Promise<Readonly<{ secretId: string; until: number }> | undefined> {
  const row = await db
    .updateTable('key_secrets as s')
    .set(({ eb }) => ({ refused_from: nowMs, refused_until: eb(nowMs, '+', forMs) }))
    .where('s.key_id', '=', keyId)
    .where('s.retiring_since', 'is not', null)
    .where(isUnretiredSecret)
    .returning(['id', 'refused_until'])
    .executeTakeFirst()
  return row && { secretId: row.id, until: row.refused_until ?? 0 }
}

/** @returns the ID of the secret that works again; undefined if none was refused */
export async function endRehearsalRow(db: Db, keyId: string): Promise<string | undefined> {
  const row = await db
    .updateTable('key_secrets')
    .set({ refused_until: nowMs })
    .where('key_id', '=', keyId)
    .where('refused_until', '>', nowMs)
    .where('retired_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
