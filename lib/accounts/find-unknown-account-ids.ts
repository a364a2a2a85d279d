import { findKnownIds } from '#lib/accounts/choice-store.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

/** Parameters of one statement stay far below what either engine takes. */
const idsPerStatement = 500

/**
 * Those of the ids that name no account, in their order: a long list is corrected by them.
 * @throws Refusal `forbidden`
 */
export async function findUnknownAccountIds(
  { db }: Services,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly string[]> {
  requireManager(actor)
  const known = new Set<string>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    for (const id of await findKnownIds(db, ids.slice(start, start + idsPerStatement))) known.add(id)
  }
  return ids.filter((id) => !known.has(id))
}
