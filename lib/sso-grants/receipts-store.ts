import { type Db, nowMs } from '#lib/db/database.ts'
import type { GrantNote } from '#lib/grant-notes.ts'

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
export function findGrantRecord(db: Db, hashStart: string) {
  return db
    .selectFrom('sso_grants')
    .select(['user_id as userId', 'account_id as accountId', 'key_id as keyId', 'session_id as sessionId'])
    .select(['issued_at as issuedAt', 'expires_at as expiresAt', 'burned_at as invalidatedAt', nowMs.as('readAt')])
    .select(['redeemed_at as openedAt', 'redeemed_from as openedFrom'])
    .select(['prefetched_at as prefetchedAt', 'prefetched_from as prefetchedFrom'])
    .select(['refused_at as refusedAt', 'refused_from as refusedFrom', 'refused_reason as refusedReason'])
    .where('token_hash', '>=', hashStart)
    .where('token_hash', '<', `${hashStart}g`)
    .executeTakeFirst()
}
