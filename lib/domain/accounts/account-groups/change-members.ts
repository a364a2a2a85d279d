import { groupEvent } from '#lib/domain/accounts/account-groups/account-group.ts'
import { getGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { addMembers, removeMembers } from '#lib/domain/accounts/account-groups/members-store.ts'
import { groupChoicesSchema } from '#lib/domain/accounts/account-groups/schema.ts'
import { touchGroup } from '#lib/domain/accounts/account-groups/store.ts'
import type { AccountFilter } from '#lib/domain/accounts/accounts/account.ts'
import {
  findWindowEnd,
  listMatchingIds,
  listMatchingIdsWithin,
} from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

/** Accounts per transaction, so that other writers don't wait for all of them. */
const batchSize = 2_000
/** A search that finds up to this many is read by its indexes; otherwise every account is read, in batches by ID. */
const maxFew = 1_000

export type GroupChange = 'added' | 'removed'

/** What a change of a group's members is about: an ID of each account, or a search and filters of the accounts list. */
export type MemberSearch = AccountFilter & Readonly<{ query?: string | undefined }>

export type MembersChanged = Readonly<{
  /** How many accounts were added or removed. */
  changed: number
  /** The given IDs that name no account. */
  unknown: readonly string[]
}>

/**
 * Adds accounts to a group, or removes chosen ones, for its users from their next request. Each batch is audited with
 * its change; repeating it after an interruption continues.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `input_invalid` for no or malformed IDs, or too
 *   many
 */
export async function changeMembers(
  services: Services,
  actor: Actor,
  { groupId, change, ids }: Readonly<{ groupId: string; change: GroupChange; ids: readonly string[] }>,
): Promise<MembersChanged> {
  requireManager(actor, 'accounts:write')
  requireRecentConfirmation(actor, services.clock.now())
  const given = parseInput(groupChoicesSchema, { ids: [...new Set(ids)] }).ids
  const unknown = await findUnknownIds(services.db, given)
  return { changed: await changeInBatches(services, actor, { groupId, change, ids: given }), unknown }
}

/**
 * Adds every account that a search finds to a group, or removes it.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`
 */
export async function changeFoundMembers(
  services: Services,
  actor: Actor,
  { groupId, change, query = '', ...filter }: MemberSearch & Readonly<{ groupId: string; change: GroupChange }>,
): Promise<MembersChanged> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const words = splitSearchWords(query)
  const few = await listMatchingIds(services.db, { filter, words }, maxFew + 1)
  if (few.length <= maxFew) {
    return { changed: await changeInBatches(services, actor, { groupId, change, ids: few }), unknown: [] }
  }
  let changed = 0
  await runWithoutWaitBudget(async () => {
    for (let after = ''; ; ) {
      const end = await findWindowEnd(services.db, after, batchSize)
      if (end === undefined) return
      const ids = await listMatchingIdsWithin(services.db, { filter, words }, { after, end })
      changed += await changeInBatches(services, actor, { groupId, change, ids })
      after = end
    }
  })
  return { changed, unknown: [] }
}

/** How many accounts {@link changeFoundMembers} would find, up to one more than `max`. @throws Refusal `forbidden` */
export async function countFoundAccounts(
  { db }: Services,
  actor: Actor,
  { query = '', max = maxFew, ...filter }: MemberSearch & Readonly<{ max?: number }>,
): Promise<number> {
  requireManager(actor)
  return (await listMatchingIds(db, { filter, words: splitSearchWords(query) }, max + 1)).length
}

type Batch = Readonly<{ groupId: string; change: GroupChange; ids: readonly string[] }>

async function changeInBatches({ db }: Services, actor: Actor, { groupId, change, ids }: Batch): Promise<number> {
  let total = 0
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    total += await db.transaction().execute(async (trx) => {
      const group = await getGroup(trx, groupId)
      const changed = await (change === 'added' ? addMembers : removeMembers)(trx, groupId, batch)
      if (changed === 0) return 0
      await touchGroup(trx, groupId)
      const kind = change === 'added' ? 'account_group.accounts_added' : 'account_group.accounts_removed'
      await recordEvent(trx, actor, groupEvent(kind, group, { accounts: changed }))
      return changed
    })
  }
  return total
}
