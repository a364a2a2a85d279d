import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import { containsWord } from '#lib/domain/keys/api-keys/listing-store.ts'
import type { KeyOwners } from '#lib/foundation/authorization/permissions.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { lastCharacter } from '#lib/foundation/db/account-search.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** Keys beyond the newest are found in the list of keys, or by the start of their ID. */
const maxRead = 1_000

type FirstKeys = Readonly<{ words: readonly string[]; idStart: string | undefined; limit: number }>

/**
 * The IDs of the newest visible keys that contain every word, of the {@link maxRead} newest, or whose ID begins with
 * `idStart`.
 */
export async function findFirstKeyIds(
  db: Db,
  { roles, ownId }: KeyOwners,
  { words, idStart = '', limit }: FirstKeys,
): Promise<readonly string[]> {
  const idsAmong = (keys: RawBuilder<unknown>) =>
    db
      .selectFrom(readWithOwners(keys))
      .select(['k.id', 'k.created_at'])
      .where(({ or, eb }) => or([eb('k.owner_role', 'in', roles), eb('k.owner_id', '=', ownId)]))
      .limit(limit)
  const holding = idsAmong(sql`order by created_at desc, id desc limit ${sql.lit(maxRead)}`)
    .where((eb) => eb.and(words.map((word) => containsWord(word, sql.ref('k.owner_text')))))
    .orderBy(sql`k.created_at desc, k.id desc`)
  const idEnd = idStart && idStart + lastCharacter
  const named = idsAmong(sql`where id >= ${idStart} and id < ${idEnd} order by id limit ${sql.lit(maxRead)}`)
  const found = db
    .selectFrom(holding.as('holding'))
    .selectAll('holding')
    .union(db.selectFrom(named.as('named')).selectAll('named'))
  const rows = await db
    .selectFrom(found.as('found'))
    .select('found.id')
    .orderBy('found.created_at', 'desc')
    .orderBy('found.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

type KeyWithOwner = Pick<Tables['api_keys'], 'id' | 'name' | 'search_text' | 'created_at' | 'owner_id'> &
  Readonly<{ owner_role: Role; owner_text: string }>

/** Bounded keys. Each owner is looked up: for a join, the engines may read all users. */
function readWithOwners(keys: RawBuilder<unknown>): AliasedRawBuilder<KeyWithOwner, 'k'> {
  const ofOwner = (column: 'role' | 'search_text') =>
    sql`(select ${sql.ref(column)} from users where users.id = api_keys.owner_id)`
  return sql<KeyWithOwner>`(
    select id, name, search_text, created_at, owner_id, ${ofOwner('role')} as owner_role, ${ofOwner('search_text')} as owner_text
    from api_keys ${keys}
  )`.as('k')
}
