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
