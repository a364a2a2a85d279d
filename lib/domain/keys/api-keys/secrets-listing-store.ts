import { toSecretInstants } from '#lib/domain/keys/api-keys/credential-store.ts'
import { secretState } from '#lib/domain/keys/api-keys/key-secret.ts'
import { toThumbprint } from '#lib/domain/keys/api-keys/public-key.ts'
import { secretRank } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

/**
 * The secrets and public keys of a key that work, and the newest others, newest first, without the hashes of secrets.
 * Its first one has no time to lapse.
 */
export async function listSecretRows(db: Db, keyId: string, limit: number) {
  const rows = await db
    .selectFrom('key_secrets as s')
    .leftJoin('users as creator', 'creator.id', 's.created_by')
    .select(['s.id', 's.created_at as createdAt', 'creator.name as creator_name', 's.last_used_at as lastUsedAt'])
    .select(['s.public_jwk', 's.secret_hash'])
    .select(['s.current_since', 's.lapses_at', 's.retiring_since', 's.retires_at', 's.retired_at'])
    .select(['s.refused_from as refusedFrom', 's.refused_until', 's.families', nowMs.as('now')])
    .where('s.key_id', '=', keyId)
    .orderBy(secretRank)
    .orderBy('s.created_at', 'desc')
    .orderBy(({ fn, lit }) => fn.coalesce('s.lapses_at', lit(0)), 'desc')
    .limit(limit)
    .execute()
  const newestFirst = rows.toSorted(
    (one, other) => other.createdAt - one.createdAt || (other.lapses_at ?? 0) - (one.lapses_at ?? 0),
  )
  return newestFirst.map((row) => {
    const thumbprint = row.public_jwk === null ? null : toThumbprint(row.secret_hash)
    const { id, createdAt, creator_name, lastUsedAt, refusedFrom, families, now } = row
    const instants = toSecretInstants(row)
    const state = secretState(instants, now)
    return {
      id,
      thumbprint,
      state,
      createdAt,
      lastUsedAt,
      refusedFrom,
      families,
      now,
      createdByName: creator_name,
      ...instants,
    }
  })
}
