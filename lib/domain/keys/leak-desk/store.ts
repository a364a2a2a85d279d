import { sql } from 'kysely'
import { isUsable } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { type SecretHash, toSecretInstants } from '#lib/domain/keys/api-keys/credential-store.ts'
import { secretState } from '#lib/domain/keys/api-keys/key-secret.ts'
import { isUnretiredSecret } from '#lib/domain/keys/api-keys/secrets-store.ts'
import type { Containment } from '#lib/domain/keys/leak-desk/containable.ts'
import { countLiveFamiliesOfSecret } from '#lib/domain/tokens/refresh-tokens/secret-families-store.ts'
import type { KeyUsageName } from '#lib/foundation/buffers/usage-counts.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { toKeyRange } from '#lib/kernel/networks.ts'

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

/** The calls that were made with a secret, or with tokens that began with it, as far as they are counted. */
export async function countCallsOfSecret(db: Db, { keyId, secretId }: Readonly<{ keyId: string; secretId: string }>) {
  const rows = await db
    .selectFrom('key_usage')
    .select(({ fn }) => ['name', fn.sum<number>('count').as('count')])
    .where('key_id', '=', keyId)
    .where('period', '=', 'day')
    .where('secret_id', '=', secretId)
    .groupBy('name')
    .execute()
  const sum = (...names: readonly KeyUsageName[]) =>
    rows.filter(({ name }) => names.includes(name)).reduce((all, { count }) => all + Number(count), 0)
  return { calls: sum('token-issued', 'token-refreshed', 'link-issued'), links: sum('link-issued') }
}

/** The secret that the family began with, and the IP address that it was issued to. */
export function findOriginOfFamily(db: Db, familyId: string) {
  return db
    .selectFrom('refresh_families')
    .select(['secret_id as secretId', 'issued_from as issuedFrom', 'issued_at as issuedAt'])
    .where('id', '=', familyId)
    .executeTakeFirst()
}

/**
 * When a link of the key was first opened from this network, among `limit` events of the network in no order.
 * `read`: how many events there were.
 */
export async function findFirstOpening(
  db: Db,
  { keyId, network, limit }: Readonly<{ keyId: string; network: string; limit: number }>,
): Promise<Readonly<{ firstAt: number | null; read: number }>> {
  const { first, last } = toKeyRange(network)
  const events = db
    .selectFrom('audit_events')
    .select(['at', 'kind', 'key_id'])
    .where('address_key', '>=', first)
    .where('address_key', '<=', last)
    .limit(limit)
  const openedAt = sql<number | null>`case when e.kind = 'sso_grant.redeemed' and e.key_id = ${keyId} then e.at end`
  return db
    .selectFrom(events.as('e'))
    .select(({ fn }) => [fn.min(openedAt).as('firstAt'), fn.countAll<number>().as('read')])
    .executeTakeFirstOrThrow()
}

/** Counts up to `limit` accounts that are open through one family, or all families of a secret. */
export async function countOpenAccounts(
  db: Db,
  { secretId, familyId }: Readonly<{ secretId: string; familyId: string | undefined }>,
  limit: number,
): Promise<number> {
  const families = db
    .selectFrom('account_sessions as s')
    // The index is by the key's owner.
    .innerJoin('refresh_families as f', (join) =>
      join.onRef('f.id', '=', 's.family_id').onRef('f.owner_id', '=', 's.user_id'),
    )
    .select('s.id')
    .where('f.secret_id', '=', secretId)
    .where(isUsable)
  const open = familyId === undefined ? families : families.where('f.id', '=', familyId)
  return countRows(db.selectFrom(open.limit(limit).as('counted')))
}

type KeyContainment = Pick<Containment, 'keyId' | 'id'> & Readonly<{ subject: 'secret' | 'family' }>

/** Whether nothing of the key's secret or family is left; undefined if the key has no such. */
export async function isContained(db: Db, { keyId, subject, id }: KeyContainment): Promise<boolean | undefined> {
  if (subject === 'family') {
    const families = db.selectFrom('refresh_families').select('revoked_at').where('id', '=', id)
    const family = await families.where('key_id', '=', keyId).executeTakeFirst()
    return family && family.revoked_at !== null
  }
  const secrets = db.selectFrom('key_secrets as s').select('s.id').where('s.id', '=', id).where('s.key_id', '=', keyId)
  if (!(await secrets.executeTakeFirst())) return undefined
  if (await secrets.where(isUnretiredSecret).executeTakeFirst()) return false
  return (await countLiveFamiliesOfSecret(db, id, 1)) === 0
}
