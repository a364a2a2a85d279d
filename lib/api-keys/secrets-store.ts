import { type Expression, type SqlBool, sql } from 'kysely'
import { useNotedEveryMs } from '#lib/api-keys/api-key.ts'
import { type FamilyFate, newSecretId, pendingMs } from '#lib/api-keys/key-secret.ts'
import { isActiveKey } from '#lib/api-keys/store.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { takeLock } from '#lib/db/lock.ts'

/** Whether the secret `s` of a statement is neither retired nor due to be. */
export const isUnretiredSecret = sql<SqlBool>`
  (s.retired_at is null and (s.retires_at is null or s.retires_at > ${nowMs}))`

/**
 * Whether the secret `s` of a statement authenticates a client: it is current or retiring, and no rehearsal refuses it.
 * `key-secret-sql.test.ts` holds it together with `secretState`.
 */
export const isUsableSecret = sql<SqlBool>`
  (s.current_since is not null and ${isUnretiredSecret} and (s.refused_until is null or s.refused_until <= ${nowMs}))`

type NewSecret = Readonly<{ keyId: string; secretHash: string; masterId: string; createdBy: string }>

/** The secret of a new key, which is current from the start. */
export async function insertFirstSecret(db: Db, secret: NewSecret): Promise<void> {
  await db
    .insertInto('key_secrets')
    .values({ ...toColumns(secret), id: newSecretId(), created_at: nowMs, current_since: nowMs })
    .execute()
}

function toColumns({ keyId, secretHash, masterId, createdBy }: NewSecret) {
  return { key_id: keyId, secret_hash: secretHash, master_id: masterId, created_by: createdBy }
}

/** Serializes what changes the secrets of a key: at most two of them work. */
export function lockSecretsOf(trx: Db, keyId: string): Promise<void> {
  return takeLock(trx, `secrets of ${keyId}`)
}

type Rotation = NewSecret & Readonly<{ formerRetiresAfterMs: number; formerFamilies: FamilyFate }>

/** A new secret of a key, which its first use makes current. It takes the place of one that is pending. */
export async function insertPendingSecret(db: Db, rotation: Rotation): Promise<{ id: string; lapsesAt: number }> {
  await retiring(db, rotation.keyId).where('current_since', 'is', null).execute()
  const { formerRetiresAfterMs: former_retires_after_ms, formerFamilies: former_families } = rotation
  const { id, lapses_at } = await db
    .insertInto('key_secrets')
    .values(({ eb }) => ({
      ...toColumns(rotation),
      ...{ id: newSecretId(), created_at: nowMs, lapses_at: eb(nowMs, '+', pendingMs) },
      ...{ former_retires_after_ms, former_families },
    }))
    .returning(['id', 'lapses_at'])
    .executeTakeFirstOrThrow()
  return { id, lapsesAt: lapses_at ?? 0 }
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

/** Whether the secret still authenticates a client. */
export async function isSecretUsable(db: Db, secretId: string): Promise<boolean> {
  const secrets = db.selectFrom('key_secrets as s').select('s.id').where('s.id', '=', secretId)
  return (await secrets.where(isUsableSecret).executeTakeFirst()) !== undefined
}

/**
 * Makes a pending secret current, by its first use, if the key and its owner are active. Of concurrent first uses, one
 * does. The retirement of the secret before it starts.
 */
export async function activateSecret(
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

/** Moves a secret to a newer master secret, unless a concurrent request has. */
export async function updateSecretHash(
  db: Db,
  secret: Readonly<{ id: string; masterId: string }>,
  renewed: Readonly<{ secretHash: string; masterId: string }>,
): Promise<void> {
  await db
    .updateTable('key_secrets')
    .set({ secret_hash: renewed.secretHash, master_id: renewed.masterId })
    .where('id', '=', secret.id)
    .where('master_id', '=', secret.masterId)
    .execute()
}

/** Once a minute, and once after the retirement has begun: "not used since" must be exact. */
const isUseDue = sql<SqlBool>`
  (coalesce(last_used_at, 0) <= ${nowMs} - ${sql.lit(useNotedEveryMs)} or last_used_at < retiring_since)`

/** The secret's ID if a use of it has to be noted now, else null. */
export function dueSecretId(secretId: Expression<string | null>) {
  return sql<string | null>`(select due.id from key_secrets as due where due.id = ${secretId} and ${isUseDue})`
}

type Used = Readonly<{ keyId: string; secretId: string }>

/** Notes when and from where a client used a key with its secret, unless a concurrent request has. */
export async function noteSecretUse(db: Db, { keyId, secretId }: Used, address: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('key_secrets')
    .set({ last_used_at: nowMs })
    .where('id', '=', secretId)
    .where(isUseDue)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const use = { last_used_at: nowMs, last_used_from: address }
  await db.updateTable('api_keys').set(use).where('id', '=', keyId).execute()
}
