import { z } from 'zod'
import { countActiveKeysOf } from '#lib/domain/keys/api-keys/listing-store.ts'
import {
  type Access,
  accessVerbs,
  type BulkAccess,
  changeAccess,
  isAccessVerb,
  noAccess,
  readAccess,
} from '#lib/domain/people/user-lifecycle/bulk-access.ts'
import { deactivateManaged, reactivateManaged } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { lockGivenGroups } from '#lib/domain/people/users/group-access.ts'
import { maxBulkUsers } from '#lib/domain/people/users/limits.ts'
import { listUserIds } from '#lib/domain/people/users/list-store.ts'
import { findUserById, findUsersById, lockOwners, lockUser } from '#lib/domain/people/users/store.ts'
import { opensAllAccounts, type User } from '#lib/domain/people/users/user.ts'
import type { UserFilter } from '#lib/domain/people/users/user-filter.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { mayManageRole, requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** Users per transaction, so that other writers don't wait for all of them. */
const batchSize = 50

export const bulkVerbs = [...accessVerbs, 'reactivate', 'deactivate'] as const
export type BulkVerb = (typeof bulkVerbs)[number]

/** Why a selected user stays as they are. `unchanged`: they were in that state already, or had that access already. */
export type LeftOutReason =
  | ('yourself' | 'notAllowed' | 'opensAll' | 'lastOwner')
  | ('tooManyGroups' | 'unchanged' | 'gone')
export type LeftOut = Readonly<Partial<Record<LeftOutReason, number>>>

const idsSchema = z.object({
  ids: boundedList(z.string().max(64, 'malformed'), maxBulkUsers, 'too_many').pipe(
    z.array(z.string()).min(1, 'required'),
  ),
})

export type BulkSummary = Readonly<{
  /** The users to change. */
  ids: readonly string[]
  leftOut: LeftOut
  /** How many active API keys act as them. */
  keys: number
}>

/**
 * The IDs of all users that a search finds. @throws Refusal `forbidden`; `input_invalid` for more than
 * {@link maxBulkUsers}
 */
export async function findBulkUsers(
  { db }: Services,
  actor: Actor,
  { search, filter = {} }: Readonly<{ search: string; filter?: UserFilter | undefined }>,
): Promise<readonly string[]> {
  requireManager(actor)
  const ids = await listUserIds(db, { search, filter, limit: maxBulkUsers + 1 })
  if (ids.length > maxBulkUsers) throw new Refusal('input_invalid', { fields: { ids: 'too_many' } })
  return ids
}

/**
 * What a bulk change would do, and whom it leaves out. @throws Refusal `forbidden`; `input_invalid` for no or too many
 * users
 */
export async function summarizeBulkUsers(
  { db }: Services,
  actor: Actor,
  { verb, ids: input }: Readonly<{ verb: BulkVerb; ids: readonly string[] }>,
): Promise<BulkSummary> {
  requireManager(actor)
  const ids = readIds(input)
  const users = await findUsersById(db, ids)
  const tally = new Tally()
  for (const id of ids) tally.count(id, reasonToLeaveOut(actor, verb, users.get(id)))
  return { ids: tally.changed, leftOut: tally.leftOut, keys: await countActiveKeysOf(db, tally.changed) }
}

export type BulkOutcome = Readonly<{
  /** The IDs of the changed users. */
  changed: readonly string[]
  leftOut: LeftOut
  /** The opposite change of the changed users restores exactly what was. */
  reversible: boolean
}>

/**
 * Deactivates or reactivates each of these users, or gives or takes their access, as the change of a single user does
 * and with the same audit events. Works in batches: those before a failure stay changed, and repeating it continues.
 * @throws Refusal `forbidden`; `confirmation_required`; `input_invalid` as {@link summarizeBulkUsers}, and for no,
 *   unknown or too many `accountIds` or `groupIds`
 */
export async function changeUsers(
  services: Services,
  actor: Actor,
  { verb, ids: input, ...given }: BulkAccess & Readonly<{ verb: BulkVerb; ids: readonly string[] }>,
): Promise<BulkOutcome> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const ids = readIds(input)
  const access = isAccessVerb(verb) ? await readAccess(services, verb, given) : noAccess
  const tally = new Tally()
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const outcomes = await services.db
      .transaction()
      .execute((trx) => changeBatch({ services, trx, actor }, { verb, access }, batch))
    for (const [id, outcome] of outcomes) tally.count(id, outcome)
  }
  return { changed: tally.changed, leftOut: tally.leftOut, reversible: tally.reversible && !access.everything }
}

/** `partly`: some of the access was as it is already. */
type Outcome = LeftOutReason | 'partly' | undefined

type Change = Readonly<{ verb: BulkVerb; access: Access }>

async function changeBatch(
  work: UnitOfWork,
  change: Change,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Outcome>> {
  const { trx, actor } = work
  const { verb } = change
  if (verb === 'deactivate') await lockOwners(trx)
  for (const id of ids) await lockUser(trx, id)
  if (isAccessVerb(verb)) await lockGivenGroups(trx)
  const outcomes = new Map<string, Outcome>()
  for (const id of ids) {
    const user = await findUserById(trx, id)
    const reason = reasonToLeaveOut(actor, verb, user)
    outcomes.set(id, reason ?? (user && (await changeOne(work, change, user))))
  }
  return outcomes
}

/** The caller found no {@link reasonToLeaveOut}. Those that remain are refused before any change. */
async function changeOne(work: UnitOfWork, { verb, access }: Change, user: User): Promise<Outcome> {
  try {
    if (isAccessVerb(verb)) return await changeAccess(work.trx, work.actor, { verb, user, access })
    await (verb === 'deactivate' ? deactivateManaged : reactivateManaged)(work, user)
    return undefined
  } catch (error) {
    if (isRefusal(error) && error.code === 'last_owner') return 'lastOwner'
    if (isRefusal(error) && error.fields?.added === 'too_many') return 'tooManyGroups'
    throw error
  }
}

function reasonToLeaveOut(actor: Actor, verb: BulkVerb, user: User | undefined): LeftOutReason | undefined {
  if (!user) return 'gone'
  if (actor.kind === 'person') {
    if (user.id === actor.userId) return 'yourself'
    if (!mayManageRole(actor.role, user.role)) return 'notAllowed'
  }
  if (isAccessVerb(verb)) return opensAllAccounts(user) ? 'opensAll' : undefined
  return (user.deactivatedAt === null) === (verb === 'deactivate') ? undefined : 'unchanged'
}

/** In one order, so that two of these at once don't wait for each other. */
function readIds(input: readonly string[]): readonly string[] {
  return parseInput(idsSchema, { ids: [...new Set(input)] }).ids.toSorted()
}

/** Who was changed, and who was left out why. */
class Tally {
  readonly changed: string[] = []
  readonly leftOut: Partial<Record<LeftOutReason, number>> = {}
  reversible = true

  count(id: string, outcome: Outcome): void {
    if (outcome === 'partly') this.reversible = false
    if (outcome === undefined || outcome === 'partly') this.changed.push(id)
    else this.leftOut[outcome] = (this.leftOut[outcome] ?? 0) + 1
  }
}
