import { type Expression, type SqlBool, sql } from 'kysely'
import { useNotedEveryMs } from '#lib/domain/keys/api-keys/api-key.ts'
import { newSecretId } from '#lib/domain/keys/api-keys/key-secret.ts'
import type { PublicKey } from '#lib/domain/keys/api-keys/public-key.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** Whether the secret `s` of a statement is neither retired nor due to be. */
export const isUnretiredSecret = sql<SqlBool>`
  (s.retired_at is null and (s.retires_at is null or s.retires_at > ${nowMs}))`

/**
 * Whether the secret `s` of a statement authenticates a client: it is current or retiring, and no rehearsal refuses it.
 * `key-secret-sql.test.ts` holds it together with `secretState`.
 */
export const isUsableSecret = sql<SqlBool>`
  (s.current_since is not null and ${isUnretiredSecret} and (s.refused_until is null or s.refused_until <= ${nowMs}))`

/** Who sees a secret that this actor generates. */
export function shownTo(actor: Actor): 'creator' | 'program' {
  return actor.kind === 'program' ? 'program' : 'creator'
}

export type NewSecret = Readonly<{
  keyId: string
  secretHash: string
  masterId: string
  /** Of a public key, in place of a secret. */
  publicJwk?: string | null
  createdBy: string
  /** See `KeySecretsTable`. */
  shownTo: 'creator' | 'recipient' | 'program'
}>

/** The secret of a new key, which is current from the start. */
export async function insertFirstSecret(db: Db, secret: NewSecret): Promise<{ id: string; lapsesAt: null }> {
  const id = newSecretId()
  await db
    .insertInto('key_secrets')
    .values({ ...toColumns(secret), id, created_at: nowMs, current_since: nowMs })
    .execute()
  return { id, lapsesAt: null }
}

/** Whether the key has or had a secret. */
export async function hasSecret(db: Db, keyId: string): Promise<boolean> {
  const secrets = db.selectFrom('key_secrets').select('id').where('key_id', '=', keyId)
  return (await secrets.limit(1).executeTakeFirst()) !== undefined
}

export function toColumns({ keyId, secretHash, masterId, publicJwk = null, createdBy, shownTo }: NewSecret) {
  const stored = { key_id: keyId, secret_hash: secretHash, master_id: masterId, public_jwk: publicJwk }
  return { ...stored, created_by: createdBy, shown_to: shownTo }
}

/**
 * Sorts the secrets `s` of a key: first those that work or may begin to, at most three, then those that were used, then
 * the others. A list with a limit then never omits what works, however many secrets were generated and replaced since.
 */
export const secretRank = sql<number>`case
  when ${isUnretiredSecret} and (s.current_since is not null or s.lapses_at > ${nowMs}) then 0
  when s.current_since is not null then 1 else 2 end`

/** A signature is verified with these at most. */
const maxPublicKeys = 5

/** The public keys of an API key: those that work, then the newest in any other state. */
export async function listPublicKeys(db: Db, keyId: string): Promise<readonly PublicKey[]> {
  const rows = await db
    .selectFrom('key_secrets as s')
    .select(['s.public_jwk as publicJwk', 's.secret_hash as secretHash', 's.master_id as masterId'])
    .where('s.key_id', '=', keyId)
    .where('s.public_jwk', 'is not', null)
    .orderBy(secretRank)
    .orderBy('s.created_at', 'desc')
    .limit(maxPublicKeys)
    .execute()
  return rows.map(({ publicJwk, ...stored }) => ({ publicJwk: publicJwk ?? '', ...stored }))
}

/** Serializes what changes the secrets of a key: at most two of them work. */
export function lockSecretsOf(trx: Db, keyId: string): Promise<void> {
  return takeLock(trx, `secrets of ${keyId}`)
}

/** How long a secret is kept after its end: longer than any family lives. */
const retentionMs = 92 * dayMs

/** Deletes secrets that ended long ago. @returns how many */
export function deleteOldSecrets(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'key_secrets', { instant: endedAt, retentionMs, limit })
}

/** The expression of the index. */
const endedAt = sql`case when current_since is null then coalesce(retired_at, lapses_at) else retired_at end`

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

export type Used = Readonly<{ keyId: string; secretId: string }>

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
