import type { Db } from '#lib/foundation/db/database.ts'

/** The usernames of those among these users whose name another user has, too: by user ID. */
export async function listNamesakes(db: Db, userIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .where('name', 'in', ({ selectFrom }) =>
      selectFrom('users')
        .select('name')
        .where('name', 'in', (eb) => eb.selectFrom('users').select('name').where('id', 'in', ids))
        .groupBy('name')
        .having(({ fn }) => fn.countAll(), '>', 1),
    )
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

type Named = Readonly<{ id: string; name: string }>

/** A name as lists show it: with the username, if another user has the same name. */
export type Distinct<User extends Named> = User & Readonly<{ distinctName: string }>

export async function withDistinctNames<User extends Named>(
  db: Db,
  users: readonly User[],
): Promise<readonly Distinct<User>[]> {
  const usernames = await listNamesakes(
    db,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({ ...user, distinctName: distinctName(user, usernames) }))
}

export function distinctName({ id, name }: Named, usernames: ReadonlyMap<string, string>): string {
  const username = usernames.get(id)
  return username === undefined ? name : `${name} · ${username}`
}
