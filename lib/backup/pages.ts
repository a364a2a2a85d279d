import { type PreviousDatabase, readIfPossible } from '#lib/backup/previous-database.ts'
import type { Db } from '#lib/db/database.ts'

type Named = Readonly<{ id: string }>

/** Everything that a list by id has, page by page. */
export async function* pagesOf<T extends Named>(list: (after: string) => Promise<T[]>): AsyncGenerator<T[]> {
  let page = await list('')
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield page
    page = await list(last.id)
  }
}

/** What the replaced database says of these, by their ids. */
export async function findInPrevious<T extends Named>(
  replaced: PreviousDatabase,
  find: (db: Db, ids: readonly string[]) => Promise<T[]>,
  page: readonly Named[],
): Promise<ReadonlyMap<string, T>> {
  const { db } = replaced
  const ids = page.map(({ id }) => id)
  const states = db ? await readIfPossible(replaced, () => find(db, ids), []) : []
  return new Map(states.map((state) => [state.id, state]))
}
