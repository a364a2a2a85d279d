import { type SqlBool, sql } from 'kysely'
import type { ApiKeyOwner } from '#lib/domain/keys/api-keys/api-key.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { dayMs } from '#lib/kernel/clock.ts'

const days = (count: number) => sql.lit(count * dayMs)

/** The notice that is due for a key that expires soon, in days: the last one if several are. */
const noticeDays = sql<number>`(case when expires_at <= ${nowMs} + ${days(1)} then 1
  when expires_at <= ${nowMs} + ${days(7)} then 7 else 30 end)`

// A key that was generated for 30 days is no news on its first day.
const isNoticeDue = sql<SqlBool>`revoked_at is null and disabled_at is null
  and expires_at > ${nowMs} and expires_at <= ${nowMs} + ${days(30)}
  and (expiry_noticed_days is null or expiry_noticed_days > ${noticeDays})
  and expires_at - created_at > cast(${noticeDays} as bigint) * ${days(1)}
  and exists (select 1 from users where users.id = api_keys.owner_id and users.deactivated_at is null)`

/** IDs of the keys of which a notice is due, the next to expire first. */
export async function listDueNotices(db: Db, limit: number): Promise<string[]> {
  const due = db.selectFrom('api_keys').select('id').where(isNoticeDue).orderBy('expires_at').limit(limit)
  return (await due.execute()).map(({ id }) => id)
}

export type ExpiringKey = Readonly<{ id: string; name: string; expiresAt: number; owner: ApiKeyOwner }>

/** Notes the notice that is due. Of concurrent attempts, one gets the key; the others, undefined. */
export async function takeDueNotice(db: Db, keyId: string): Promise<ExpiringKey | undefined> {
  const key = await db
    .updateTable('api_keys')
    .set({ expiry_noticed_days: noticeDays })
    .where('id', '=', keyId)
    .where(isNoticeDue)
    .returning(['id', 'name', 'owner_id', 'expires_at'])
    .executeTakeFirst()
  if (!key || key.expires_at === null) return undefined
  const owner = await db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('id', '=', key.owner_id)
    .executeTakeFirstOrThrow()
  return { id: key.id, name: key.name, expiresAt: key.expires_at, owner }
}

/** @returns the new time of expiry; undefined unless the key has not ended, expires, and would then expire later */
export async function extendKey(
  db: Db,
  { keyId, days: count }: Readonly<{ keyId: string; days: number }>,
): Promise<number | undefined> {
  const extended = sql<number>`${nowMs} + cast(${days(count)} as bigint)`
  const row = await db
    .updateTable('api_keys')
    .set({ expires_at: extended, expiry_noticed_days: null })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('expires_at', '<', extended)
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at ?? undefined
}
