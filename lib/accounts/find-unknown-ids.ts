import { findKnownIds } from '#lib/accounts/choice-store.ts'
import type { Db } from '#lib/db/database.ts'

/** Parameters of one statement stay far below what either engine takes. */
const idsPerStatement = 500

/** The ids that name no account, in the given order. The caller authorizes, and bounds the list. */
export async function findUnknownIds(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const known = new Set<string>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    for (const id of await findKnownIds(db, ids.slice(start, start + idsPerStatement))) known.add(id)
  }
  return ids.filter((id) => !known.has(id))
}
