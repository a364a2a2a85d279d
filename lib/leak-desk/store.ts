import { type SecretHash, toSecretInstants } from '#lib/api-keys/credential-store.ts'
import { secretState } from '#lib/api-keys/key-secret.ts'
import { type Db, nowMs } from '#lib/db/database.ts'

/** The secret with one of these hashes, of any key and in any state. */
export async function findSecretByHash(db: Db, hashes: readonly SecretHash[]) {
  const row = await db
    .selectFrom('key_secrets')
    .select(['id', 'key_id as keyId', 'created_at as createdAt', 'last_used_at as lastUsedAt', nowMs.as('now')])
    .select(['current_since', 'lapses_at', 'retiring_since', 'retires_at', 'retired_at', 'refused_until'])
    .where((eb) =>
      eb.or(
        hashes.map((hash) => eb.and([eb('secret_hash', '=', hash.secretHash), eb('master_id', '=', hash.masterId)])),
      ),
    )
    .executeTakeFirst()
  return row && { ...row, state: secretState(toSecretInstants(row), row.now) }
}

export async function isFamilyOfKey(
  db: Db,
  { familyId, keyId }: Readonly<{ familyId: string; keyId: string }>,
): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_families as f')
    .innerJoin('key_secrets as s', 's.id', 'f.secret_id')
    .select('f.id')
    .where('f.id', '=', familyId)
    .where('s.key_id', '=', keyId)
    .executeTakeFirst()
  return row !== undefined
}

/** The calls that were made with a secret, or with tokens that began with it, as far as they are counted. */
export async function countCallsOfSecret(
  db: Db,
  { keyId, secretId }: Readonly<{ keyId: string; secretId: string }>,
): Promise<number> {
  const { calls } = await db
    .selectFrom('key_usage')
    .select(({ fn }) => fn.sum<number | null>('count').as('calls'))
    .where('key_id', '=', keyId)
    .where('period', '=', 'day')
    .where('secret_id', '=', secretId)
    .where('name', 'not in', ['account-opened', 'refused'])
    .executeTakeFirstOrThrow()
  return Number(calls ?? 0)
}
