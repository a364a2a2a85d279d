import { type Expression, type SqlBool, sql } from 'kysely'
import { selectOpenSessionId } from '#lib/domain/accounts/account-sessions/store.ts'
import { selectOpenableId } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { isCountedCall } from '#lib/domain/keys/api-keys/call-limit-store.ts'
import { isIssuedInside } from '#lib/domain/keys/api-keys/limits.ts'
import { mayOpenAccount, mayReturnTo } from '#lib/domain/keys/api-keys/limits-store.ts'
import { dueKeyId, isUsableKey } from '#lib/domain/keys/api-keys/store.ts'
import {
  defaultLocale,
  type GrantState,
  grantMs,
  grantRetentionMs,
  maxLiveGrantsPerKey,
  type SsoGrant,
  toGrantId,
} from '#lib/domain/links/sso-grants/sso-grant.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/**
 * A grant to insert, with what its statement requires. Without a key it is a launch, and the key's columns are null.
 */
export type NewGrant = Readonly<{
  tokenHash: string
  userId: string
  accountId: string
  /** Where the grant leads if neither the request nor the account has a `deepPath`. */
  accountPath: string
  backUrl: string
  /** The return address of `backUrl`; null for the platform itself. */
  origin: string | null
  deepPath: string | null
  locale: string | null
  retryOfAt: number | null
  browserHash: string | null
  keyId: string | null
  familyId: string | null
  /** The validity of the access token, Unix ms. */
  validFrom: number | null
  validUntil: number | null
  /** The key's networks as they were checked. */
  networks: string | null
  /** 1 once the call was counted against the key's limit; 0 matches only a key without one. */
  isCounted: 0 | 1
  /** 1 leaves the key's live grants uncounted: see `takeRoom`. */
  hasRoom: 0 | 1
}>

export type InsertedGrant = Readonly<{
  userId: string
  issuedAt: number
  deepPath: string
  /** The key whose use has to be noted now, if any. */
  dueKeyId: string | null
  /** The secret by which the client got its tokens; null for a launch. */
  secretId: string | null
  /** The live grants of the key, if they were counted. */
  live: number | null
}>

/**
 * Inserts a grant if everything that it depends on is valid in this statement: the access token and its family, key and
 * owner; the user's access to the account; the return address; and the number of the key's live grants. On PostgreSQL,
 * concurrent inserts may exceed that number by one each: a lock would make all requests of the key wait.
 * @returns undefined if the statement inserted nothing
 */
export async function insertGrant(db: Db, grant: NewGrant): Promise<InsertedGrant | undefined> {
  const [row] = await grantInsert(db, grant)
  if (!row) return undefined
  const { issued_at: issuedAt, deep_path: deepPath, due_key_id: dueKeyId, secret_id: secretId } = row
  const live = row.live === null ? null : Number(row.live)
  return { userId: grant.userId, issuedAt, deepPath, dueKeyId, secretId, live }
}

const grantInsert = prepared((db, grant: Placeholders<NewGrant>) =>
  db
    .insertInto('sso_grants')
    .columns([
      'token_hash',
      'user_id',
      'account_id',
      'key_id',
      'family_id',
      'browser_hash',
      'back_url',
      'deep_path',
      'locale',
      'retry_of_at',
      'issued_at',
      'expires_at',
    ])
    .expression(
      db
        .selectFrom('accounts as a')
        .select([grant.tokenHash.as('token_hash'), grant.userId.as('user_id'), 'a.id as account_id'])
        .select([grant.keyId.as('key_id'), grant.familyId.as('family_id'), grant.browserHash.as('browser_hash')])
        .select(grant.backUrl.as('back_url'))
        .select(({ fn, ref, cast }) => [
          fn.coalesce(grant.deepPath, ref('a.deep_path'), grant.accountPath).as('deep_path'),
          fn.coalesce(grant.locale, ref('a.locale'), sql.lit(defaultLocale)).as('locale'),
          cast<number | null>(grant.retryOfAt, 'bigint').as('retry_of_at'),
        ])
        .select(({ eb }) => [nowMs.as('issued_at'), eb(nowMs, '+', grantMs).as('expires_at')])
        .where('a.id', '=', grant.accountId)
        .where(({ exists }) => exists(selectOpenableId(db, grant.userId, grant.accountId)))
        .where(isAbsentOr(grant.keyId, validToken(db, grant)))
        .where(isAbsentOr(grant.origin, registeredOrigin(db, grant.origin)))
        .where(({ or, eb }) => or([hasRoom(grant), eb(liveGrants(db, grant.keyId), '<', maxLiveGrantsPerKey)])),
    )
    .returning(({ ref }) => ['issued_at', 'deep_path', dueKeyId(ref('sso_grants.key_id')).as('due_key_id')])
    .returning(familySecret.as('secret_id'))
    .returning(
      sql<number | null>`case when ${hasRoom(grant)} then null else ${liveGrants(db, grant.keyId)} end`.as('live'),
    ),
)

function hasRoom(grant: Placeholders<NewGrant>) {
  return sql<SqlBool>`cast(${grant.hasRoom} as bigint) = 1`
}

const familySecret = sql<string | null>`(
  select f.secret_id from refresh_families as f where f.id = sso_grants.family_id)`

function isAbsentOr(value: Expression<string | null>, rows: Expression<unknown>) {
  return sql<SqlBool>`(cast(${value} as text) is null or exists ${rows})`
}

/** The key of an access token that is valid now, and may open this account and return to this origin. */
function validToken(db: Db, grant: Placeholders<NewGrant>) {
  return db
    .selectFrom('refresh_families as f')
    .innerJoin('api_keys as k', 'k.id', 'f.key_id')
    .select('k.id')
    .where('f.id', '=', grant.familyId)
    .where('f.owner_id', '=', grant.userId)
    .where('f.revoked_at', 'is', null)
    .where('k.id', '=', grant.keyId)
    .where(isUsableKey(grant.networks))
    .where(mayReturnTo(grant.origin))
    .where(isCountedCall(grant.isCounted))
    .where(mayOpenAccount(grant.accountId))
    .where((eb) => eb(eb.cast<number>(grant.validFrom, 'bigint'), '<=', nowMs))
    .where((eb) => eb(eb.cast<number>(grant.validUntil, 'bigint'), '>', nowMs))
}

export function registeredOrigin(db: Db, origin: Expression<string | null>) {
  return db.selectFrom('return_addresses as r').select('r.origin').where('r.origin', '=', origin)
}

function liveGrants(db: Db, keyId: Expression<string | null>) {
  return db
    .selectFrom('sso_grants as g')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('g.key_id', '=', keyId)
    .where('g.redeemed_at', 'is', null)
    .where('g.burned_at', 'is', null)
    .where('g.expires_at', '>', nowMs)
}

export async function countLiveGrants(db: Db, keyId: string): Promise<number> {
  const { live } = await liveGrants(db, sql`${keyId}`).executeTakeFirstOrThrow()
  return Number(live)
}

/**
 * A grant in any state. `isOccupied`: whether its account is open in this browser already. `networks`: those of its
 * key, if the tokens that it was requested with were issued in one of them.
 */
export type FoundGrant = Readonly<{ grant: SsoGrant; isOccupied: boolean; networks: string | null }>

export async function findGrant(db: Db, tokenHash: string, browserHash: string): Promise<FoundGrant | undefined> {
  const [row] = await grantQuery(db, { tokenHash, browserHash })
  if (!row) return undefined
  const { burned_at, redeemed_at, expires_at, now, open_session_id, networks, issued_from, ...grant } = row
  return {
    grant: { ...grant, id: toGrantId(tokenHash), state: grantState(row) },
    isOccupied: open_session_id !== null,
    networks: issued_from !== null && isIssuedInside(networks, issued_from) ? networks : null,
  }
}

const grantQuery = prepared(
  (db, { tokenHash, browserHash }: Placeholders<{ tokenHash: string; browserHash: string }>) =>
    db
      .selectFrom('sso_grants as g')
      .innerJoin('users as u', 'u.id', 'g.user_id')
      .innerJoin('accounts as a', 'a.id', 'g.account_id')
      .leftJoin('api_keys as k', 'k.id', 'g.key_id')
      .leftJoin('refresh_families as f', 'f.id', 'g.family_id')
      .where('g.token_hash', '=', tokenHash)
      .select(['g.user_id as userId', 'u.name as userName', 'g.account_id as accountId', 'a.name as accountName'])
      .select(['g.key_id as keyId', 'g.family_id as familyId', 'g.browser_hash as browserHash', 'g.locale'])
      .select(['g.back_url as backUrl', 'g.deep_path as deepPath', 'g.retry_of_at as retryOfAt'])
      .select(['f.secret_id as secretId', 'f.issued_from', 'k.networks'])
      .select(['g.issued_at as issuedAt', 'g.burned_at', 'g.redeemed_at', 'g.expires_at', nowMs.as('now')])
      .select(selectOpenSessionId(db, browserHash, sql.ref('g.account_id')).as('open_session_id')),
)

/** Deletes grants that expired over a day ago. @returns how many */
export function deleteOldGrants(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'sso_grants', { instant: sql`expires_at`, retentionMs: grantRetentionMs, limit })
}

type GrantInstants = Pick<Tables['sso_grants'], 'burned_at' | 'redeemed_at' | 'expires_at'> & Readonly<{ now: number }>

/** The state that a row's instants say. */
export function grantState(row: GrantInstants): GrantState {
  if (row.burned_at !== null) return 'invalidated'
  if (row.redeemed_at !== null) return 'redeemed'
  return row.expires_at > row.now ? 'live' : 'expired'
}
