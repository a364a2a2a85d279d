import { type Db, nowMs } from '#lib/db/database.ts'
import type { GrantNote } from '#lib/grant-notes.ts'
import { grantState } from '#lib/sso-grants/store.ts'

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

export type GrantRecord = NonNullable<Awaited<ReturnType<typeof findGrantRecord>>>

/** @param hashStart the first characters of the token's hash, which the ID contains */
export async function findGrantRecord(db: Db, hashStart: string) {
  const row = await db
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
    .where('token_hash', '>=', hashStart)
    .where('token_hash', '<', `${hashStart}g`)
    .executeTakeFirst()
  if (!row) return undefined
  const { redeemed_at: openedAt, expires_at: expiresAt, burned_at, now, ...record } = row
  return { ...record, openedAt, expiresAt, state: grantState(row) }
}
