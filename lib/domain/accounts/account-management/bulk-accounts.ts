import { z } from 'zod'
import { countOpenByAccount } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { changeStates } from '#lib/domain/accounts/accounts/change-account.ts'
import { maxBulkAccounts } from '#lib/domain/accounts/accounts/limits.ts'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { findAccounts } from '#lib/domain/accounts/accounts/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** Accounts per transaction, so that other writers don't wait for all of them. */
const batchSize = 50

export const bulkStates = ['suspended', 'active'] as const
export type BulkState = (typeof bulkStates)[number]

const idsSchema = z.object({
  ids: boundedList(accountIdSchema, maxBulkAccounts, 'too_many').pipe(z.array(z.string()).min(1, 'required')),
})

export type BulkSummary = Readonly<{
  /** The accounts to change. */
  ids: readonly string[]
  /** How many of the given accounts are in this state already. */
  unchanged: number
  /** How many of the accounts to change users have open now. */
  open: number
}>

/** What setting this state would change. @throws Refusal `forbidden`; `input_invalid` for none or too many accounts */
export async function summarizeBulk(
  { db }: Services,
  actor: Actor,
  { state, ids: input }: Readonly<{ state: BulkState; ids: readonly string[] }>,
): Promise<BulkSummary> {
  requireManager(actor)
  const found = [...(await findAccounts(db, readIds(input))).values()]
  const ids = found.filter(({ suspendedAt }) => (suspendedAt === null) === (state === 'suspended')).map(({ id }) => id)
  const open = ids.length > 0 ? await countOpenByAccount(db, ids) : new Map()
  return { ids, unchanged: found.length - ids.length, open: open.size }
}

/**
 * Suspends or resumes each of these accounts, in batches: those before a failure stay changed, and repeating it
 * continues.
 * @returns the IDs of the accounts that changed
 * @throws Refusal as {@link summarizeBulk}; `confirmation_required` before a suspension
 */
export async function setStateOfAccounts(
  { db, clock }: Services,
  actor: Actor,
  { state, ids: input }: Readonly<{ state: BulkState; ids: readonly string[] }>,
): Promise<readonly string[]> {
  requireManager(actor, 'accounts:write')
  if (state === 'suspended') requireRecentConfirmation(actor, clock.now())
  const ids = readIds(input)
  const changed: string[] = []
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const wanted = { suspended: [], active: [], [state]: batch }
    changed.push(...(await db.transaction().execute((trx) => changeStates(trx, actor, wanted))))
  }
  return changed
}

/** In one order, so that two of these at once don't wait for each other. */
function readIds(input: readonly string[]): readonly string[] {
  return parseInput(idsSchema, { ids: [...new Set(input)] }).ids.toSorted()
}
