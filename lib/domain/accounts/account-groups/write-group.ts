import type { AccountGroupWithRules } from '#lib/domain/accounts/account-groups/account-group.ts'
import { readGroup } from '#lib/domain/accounts/account-groups/find-groups.ts'
import { renameGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { type GroupInput, groupSchema } from '#lib/domain/accounts/account-groups/schema.ts'
import { lockGroups } from '#lib/domain/accounts/account-groups/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

type GroupPatch = Readonly<{
  id: string
  /** The wanted group; undefined if nothing changes. */
  change: (current: AccountGroupWithRules) => GroupInput | undefined
  /** Throws unless the group may be changed as it is now. Called while the groups are locked. */
  precondition: (current: AccountGroupWithRules) => void
}>

/**
 * Changes a group's name and note from what they are.
 * @throws Refusal `forbidden`; `not_found`; `input_invalid`: `name` is `taken`; what `change` and the precondition
 *   throw
 */
export async function patchGroup(
  { db }: Services,
  actor: Actor,
  { id, change, precondition }: GroupPatch,
): Promise<AccountGroupWithRules> {
  requireManager(actor, 'accounts:write')
  return db.transaction().execute(async (trx) => {
    await lockGroups(trx)
    const current = await readGroup(trx, id)
    precondition(current)
    const wanted = change(current)
    if (!wanted) return current
    return {
      ...(await renameGroup(trx, actor, { former: current, given: parseInput(groupSchema, wanted) })),
      rules: current.rules,
    }
  })
}
