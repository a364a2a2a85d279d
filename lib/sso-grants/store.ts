import { type Expression, sql } from 'kysely'
import { dayMs } from '#lib/clock.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import {
  type GrantHolder,
  type GrantState,
  type GrantTarget,
  grantMs,
  maxLiveGrantsPerKey,
  type SsoGrant,
} from '#lib/sso-grants/sso-grant.ts'

/** An old link is told from an unknown one for a day. */
const keptMs = dayMs

export type NewGrant = GrantTarget & Readonly<{ tokenHash: string; holder: GrantHolder; retryOfAt: number | undefined }>

/**
 * A grant that lives from now on. Only the hash of its token is kept. The live ones of its key are counted without a
 * lock, which every issue for the key would have to wait for: on PostgreSQL requests that count at the same moment may
 * exceed the cap, each by one.
 * @returns when it was issued; undefined where the key has as many live ones as it may
 */
export async function insertGrant(db: Db, { holder, ...grant }: NewGrant): Promise<number | undefined> {
  const ofProgram = holder.kind === 'program' ? holder : undefined
  const [row] = await grantInsert(db, {
    tokenHash: grant.tokenHash,
    userId: holder.userId,
    accountId: grant.accountId,
    keyId: ofProgram?.keyId ?? null,
    familyId: ofProgram?.familyId ?? null,
    browserHash: holder.kind === 'person' ? holder.browserHash : null,
    backUrl: grant.backUrl,
    deepPath: grant.deepPath,
    locale: grant.locale,
    retryOfAt: grant.retryOfAt ?? null,
  })
  return row?.issued_at
}

type GrantValues = Readonly<
  Record<'tokenHash' | 'userId' | 'accountId' | 'backUrl' | 'deepPath' | 'locale', string> &
    Record<'keyId' | 'familyId' | 'browserHash', string | null> & { retryOfAt: number | null }
>

const grantInsert = prepared((db, grant: Placeholders<GrantValues>) =>
  db
    .insertInto('sso_grants')
    .columns([
      ...(['token_hash', 'user_id', 'account_id', 'key_id', 'family_id', 'browser_hash', 'back_url'] as const),
      ...(['deep_path', 'locale', 'retry_of_at', 'issued_at', 'expires_at'] as const),
    ])
    .expression(
      db
        .selectNoFrom([grant.tokenHash.as('token_hash'), grant.userId.as('user_id'), grant.accountId.as('account_id')])
        .select([grant.keyId.as('key_id'), grant.familyId.as('family_id'), grant.browserHash.as('browser_hash')])
        .select([grant.backUrl.as('back_url'), grant.deepPath.as('deep_path'), grant.locale.as('locale')])
        .select(({ cast }) => cast<number | null>(grant.retryOfAt, 'bigint').as('retry_of_at'))
        .select(({ eb }) => [nowMs.as('issued_at'), eb(nowMs, '+', grantMs).as('expires_at')])
        // Without a key there is none to count.
        .where(liveGrants(db, grant.keyId), '<', maxLiveGrantsPerKey),
    )
    .returning('issued_at'),
)

/** How many grants of this key could be redeemed now, as a part of a statement. */
export function liveGrants(db: Db, keyId: Expression<string | null>) {
  return db
    .selectFrom('sso_grants as g')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('g.key_id', '=', keyId)
    .where('g.redeemed_at', 'is', null)
    .where('g.burned_at', 'is', null)
    .where('g.expires_at', '>', nowMs)
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
  const [row] = await grantQuery(db, { tokenHash })
  return row && toSsoGrant(row)
}

const grantQuery = prepared((db, { tokenHash }: Placeholders<{ tokenHash: string }>) =>
  db
    .selectFrom('sso_grants as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .where('g.token_hash', '=', tokenHash)
    .selectAll('g')
    .select(['u.name as user_name', 'a.name as account_name', nowMs.as('now')]),
)

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

type JoinedRow = Awaited<ReturnType<typeof grantQuery>>[number]

function toSsoGrant(row: JoinedRow): SsoGrant {
  return {
    userId: row.user_id,
    userName: row.user_name,
    accountId: row.account_id,
    accountName: row.account_name,
    keyId: row.key_id,
    familyId: row.family_id,
    browserHash: row.browser_hash,
    backUrl: row.back_url,
    deepPath: row.deep_path,
    locale: row.locale,
    retryOfAt: row.retry_of_at,
    issuedAt: row.issued_at,
    state: toState(row),
  }
}

function toState(row: JoinedRow): GrantState {
  if (row.burned_at !== null) return 'burned'
  if (row.redeemed_at !== null) return 'redeemed'
  return row.expires_at > row.now ? 'live' : 'expired'
}
