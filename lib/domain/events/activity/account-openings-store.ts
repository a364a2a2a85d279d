import { sql } from 'kysely'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** So many events of an account are read at most. Bounds the time of its page. */
export const maxRead = 10_000

/** `keyId`: the key that requested the links. Without one, the user opened the account in the portal. Today's names. */
export type OpeningRow = Readonly<{
  keyId: string | null
  userId: string | null
  name: string
  keyName: string | null
  /** Of the user, or of the key's owner. Null if there is no such key. */
  role: Role | null
  count: number
  lastAt: number
  lastFrom: string
}>

type Range = Readonly<{ accountId: string; since: number; limit: number }>

/** Who opened an account, the most frequent first, of its newest events. */
export async function listOpenings(db: Db, range: Range): Promise<readonly OpeningRow[]> {
  // Those of a key are its own, whoever owned it.
  const userId = sql<string | null>`case when e.key_id is null then e.actor_id end`
  const role = sql<Role | null>`case when e.key_id is null then u.role else o.role end`
  const rows = await db
    .selectFrom(newestOf(db, range).as('e'))
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .leftJoin('api_keys as k', 'k.id', 'e.key_id')
    .leftJoin('users as o', 'o.id', 'k.owner_id')
    .where('e.kind', '=', 'sso_grant.redeemed')
    .groupBy(['e.key_id', 'k.name', userId, role])
    .select(({ fn }) => [
      'e.key_id as keyId',
      'k.name as keyName',
      userId.as('userId'),
      role.as('role'),
      sql<string>`max(coalesce(u.name, e.actor_name))`.as('name'),
      fn.countAll().as('count'),
      // The address of the newest: instants have 13 digits.
      sql<string>`max(cast(e.at as text) || ' ' || e.address)`.as('last'),
    ])
    .orderBy('count', 'desc')
    .orderBy('last', 'desc')
    .execute()
  return rows.map(({ last, count, ...row }) => {
    const [at = '', ...address] = last.split(' ')
    return { ...row, count: Number(count), lastAt: Number(at), lastFrom: address.join(' ') }
  })
}

/** Refused openings among the newest events, and how many events those are, of any kind. */
export async function countAround(db: Db, range: Range): Promise<Readonly<{ refused: number; read: number }>> {
  const row = await db
    .selectFrom(newestOf(db, range).as('e'))
    .select(({ fn }) => [
      fn.countAll().as('read'),
      sql<number | null>`sum(case when e.kind = 'sso_grant.refused' then 1 else 0 end)`.as('refused'),
    ])
    .executeTakeFirst()
  return { read: Number(row?.read ?? 0), refused: Number(row?.refused ?? 0) }
}

/** From the index by account and time. */
function newestOf(db: Db, { accountId, since, limit }: Range) {
  return db
    .selectFrom('audit_events')
    .select(['kind', 'at', 'actor_id', 'actor_name', 'address', 'key_id'])
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
}
