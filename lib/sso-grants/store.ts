import { sql } from 'kysely'
import { apiKeyState } from '#lib/api-keys/api-key.ts'
import { dayMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { SsoGrantRow } from '#lib/db/schema.ts'
import {
  type GrantEntry,
  type GrantHolder,
  type GrantState,
  type GrantTarget,
  grantMs,
  type SsoGrant,
} from '#lib/sso-grants/sso-grant.ts'

/** An old link is told from an unknown one for a day. */
const keptMs = dayMs

export type NewGrant = GrantTarget &
  Readonly<{ tokenHash: string; holder: GrantHolder; issuedAt: number; retryOfAt: number | undefined }>

/** A grant that lives from now on. Only the hash of its token is kept. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<void> {
  const { holder } = grant
  await db
    .insertInto('sso_grants')
    .values({
      token_hash: grant.tokenHash,
      user_id: holder.userId,
      account_id: grant.accountId,
      key_id: holder.kind === 'program' ? holder.keyId : null,
      family_id: holder.kind === 'program' ? holder.familyId : null,
      browser_hash: holder.kind === 'person' ? holder.browserHash : null,
      back_url: grant.backUrl,
      deep_path: grant.deepPath,
      locale: grant.locale,
      retry_of_at: grant.retryOfAt ?? null,
      issued_at: grant.issuedAt,
      expires_at: grant.issuedAt + grantMs,
      redeemed_at: null,
      burned_at: null,
    })
    .execute()
}

/** How many grants of this key could be redeemed now. */
export async function countLiveGrants(db: Db, keyId: string): Promise<number> {
  const { live } = await db
    .selectFrom('sso_grants')
    .where('key_id', '=', keyId)
    .where('redeemed_at', 'is', null)
    .where('burned_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow()
  return live
}

/**
 * The statement that decides: of all who open a link, however many and however fast, it is true for one.
 * Hints and browser stand in it too, so that nothing is spent on a request that will be refused.
 */
export async function redeemGrant(db: Db, tokenHash: string, { hints, browserHash }: GrantEntry): Promise<boolean> {
  const row = await db
    .updateTable('sso_grants')
    .set({ redeemed_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .where('redeemed_at', 'is', null)
    .where('burned_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('user_id', '=', hints.userId)
    .where((eb) => eb(eb.cast<string>('issued_at', 'text'), '=', hints.timestamp))
    .where('back_url', '=', hints.backUrl)
    .where('deep_path', '=', hints.deepPath)
    .where((eb) => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', browserHash)]))
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a grant that has not been redeemed worthless. @returns whether this call did it */
export async function burnGrant(db: Db, tokenHash: string): Promise<boolean> {
  const row = await db
    .updateTable('sso_grants')
    .set({ burned_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .where('redeemed_at', 'is', null)
    .where('burned_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes back a redemption of the same transaction: it opened nothing. */
export async function withdrawRedemption(db: Db, tokenHash: string): Promise<void> {
  await db
    .updateTable('sso_grants')
    .set({ redeemed_at: null, burned_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** The grant in whatever state, with the names its page shows: the caller judges. */
export async function findGrant(db: Db, tokenHash: string): Promise<SsoGrant | undefined> {
  const row = await db
    .selectFrom('sso_grants as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('api_keys as k', 'k.id', 'g.key_id')
    .leftJoin('refresh_families as f', 'f.id', 'g.family_id')
    .where('g.token_hash', '=', tokenHash)
    .selectAll('g')
    .select(['u.name as user_name', 'a.name as account_name', nowMs.as('now')])
    .select(['k.revoked_at as key_revoked_at', 'k.disabled_at as key_disabled_at', 'k.expires_at as key_expires_at'])
    .select('f.revoked_at as family_revoked_at')
    .executeTakeFirst()
  return row && toSsoGrant(row)
}

/** Deletes grants that expired a day ago, the oldest first. @returns how many */
export async function deleteOldGrants(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sso_grants')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('sso_grants')
        .select('token_hash')
        .where('expires_at', '<=', sql<number>`${nowMs} - ${keptMs}`)
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

type JoinedRow = SsoGrantRow & {
  user_name: string
  account_name: string
  now: number
  key_revoked_at: number | null
  key_disabled_at: number | null
  key_expires_at: number | null
  family_revoked_at: number | null
}

function toSsoGrant(row: JoinedRow): SsoGrant {
  return {
    userId: row.user_id,
    userName: row.user_name,
    accountId: row.account_id,
    accountName: row.account_name,
    keyId: row.key_id,
    browserHash: row.browser_hash,
    backUrl: row.back_url,
    deepPath: row.deep_path,
    locale: row.locale,
    retryOfAt: row.retry_of_at,
    issuedAt: row.issued_at,
    state: toState(row),
    hasGoodCredential: row.family_revoked_at === null && hasGoodKey(row),
  }
}

function hasGoodKey(row: JoinedRow): boolean {
  const instants = { revokedAt: row.key_revoked_at, disabledAt: row.key_disabled_at, expiresAt: row.key_expires_at }
  // Without a key, all of them are null.
  return apiKeyState(instants, row.now) === 'active'
}

function toState(row: JoinedRow): GrantState {
  if (row.burned_at !== null) return 'burned'
  if (row.redeemed_at !== null) return 'redeemed'
  return row.expires_at > row.now ? 'live' : 'expired'
}
