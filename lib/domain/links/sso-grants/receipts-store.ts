import { hashStartOf } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { grantState } from '#lib/domain/links/sso-grants/store.ts'
import type { GrantNote } from '#lib/foundation/buffers/grant-notes.ts'
import { isAfterPlace } from '#lib/foundation/db/after-place.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import type { NewestPlace } from '#lib/kernel/newest-first.ts'

/** Notes the first prefetch, or the first refusal, of a grant. Does nothing for an unknown one. */
export async function setGrantNote(db: Db, { tokenHash, at, network, refusal }: GrantNote): Promise<void> {
  const noted =
    refusal === null
      ? { prefetched_at: at, prefetched_from: network }
      : { refused_at: at, refused_from: network, refused_reason: refusal }
  await db
    .updateTable('sso_grants')
    .set(noted)
    .where('token_hash', '=', tokenHash)
    .where(refusal === null ? 'prefetched_at' : 'refused_at', 'is', null)
    .execute()
}

export type GrantRecord = ReturnType<typeof toRecord>

/** @param hashStart the first characters of the token's hash, which the ID contains */
export async function findGrantRecord(db: Db, hashStart: string): Promise<GrantRecord | undefined> {
  const row = await grantRecords(db)
    .where('token_hash', '>=', hashStart)
    .where('token_hash', '<', afterHash(hashStart))
    .executeTakeFirst()
  return row && toRecord(row)
}

/** No hexadecimal digit comes after `g`. */
function afterHash(hashStart: string): string {
  return `${hashStart}g`
}

export type GrantSelection = Readonly<{
  accountId?: string | undefined
  userId?: string | undefined
  keyId?: string | undefined
  /** The grants after this one. `id`: the start of its token's hash. */
  after?: NewestPlace | undefined
  limit: number
}>

export type GrantPage = Readonly<{ grants: readonly GrantRecord[]; next: NewestPlace | undefined }>

/** How many grants a page looks through for those that match: no index but that of the time has them all. */
export const scanLimit = 2_500

/**
 * Every grant expires as long after its issue: the newest first. A page of a filter may be short and have a next one.
 */
export async function listGrantRecords(db: Db, { after, limit, ...filter }: GrantSelection): Promise<GrantPage> {
  const { accountId, userId, keyId } = filter
  const isFiltered = accountId !== undefined || userId !== undefined || keyId !== undefined
  const stop = isFiltered ? await findStop(db, after) : undefined
  let found = grantRecords(db)
  if (after) found = found.where(isAfterGrant(after))
  if (stop) found = found.where(({ not }) => not(isAfterGrant(stop)))
  if (accountId !== undefined) found = found.where('account_id', '=', accountId)
  if (userId !== undefined) found = found.where('user_id', '=', userId)
  if (keyId !== undefined) found = found.where('key_id', '=', keyId)
  const rows = await found
    .orderBy('expires_at', 'desc')
    .orderBy('token_hash')
    .limit(limit + 1)
    .execute()
  const grants = rows.slice(0, limit).map(toRecord)
  const last = rows.length > limit ? grants.at(-1) : undefined
  return { grants, next: last ? toPlace(last) : stop }
}

/** The last grant that a page looks at; undefined if it looks at all that are left. */
async function findStop(db: Db, after: NewestPlace | undefined): Promise<NewestPlace | undefined> {
  let scanned = db.selectFrom('sso_grants').select(['token_hash as tokenHash', 'expires_at as expiresAt'])
  if (after) scanned = scanned.where(isAfterGrant(after))
  const row = await scanned
    .orderBy('expires_at', 'desc')
    .orderBy('token_hash')
    .offset(scanLimit - 1)
    .limit(1)
    .executeTakeFirst()
  return row && toPlace(row)
}

function isAfterGrant({ at, id }: NewestPlace) {
  return isAfterPlace('expires_at', 'token_hash', { at, id: afterHash(id) })
}

function toPlace({ tokenHash, expiresAt }: Pick<GrantRecord, 'tokenHash' | 'expiresAt'>): NewestPlace {
  return { at: expiresAt, id: hashStartOf(tokenHash) }
}

function grantRecords(db: Db) {
  return db
    .selectFrom('sso_grants')
    .select([
      'token_hash as tokenHash',
      'user_id as userId',
      'account_id as accountId',
      'key_id as keyId',
      'session_id as sessionId',
    ])
    .select(['issued_at as issuedAt', 'redeemed_at', 'expires_at', 'burned_at', nowMs.as('now')])
    .select('redeemed_from as openedFrom')
    .select(['prefetched_at as prefetchedAt', 'prefetched_from as prefetchedFrom'])
    .select(['refused_at as refusedAt', 'refused_from as refusedFrom', 'refused_reason as refusedReason'])
}

type GrantRow = Awaited<ReturnType<ReturnType<typeof grantRecords>['executeTakeFirstOrThrow']>>

function toRecord(row: GrantRow) {
  const { redeemed_at: openedAt, expires_at: expiresAt, burned_at, now, ...record } = row
  return { ...record, openedAt, expiresAt, state: grantState(row) }
}
