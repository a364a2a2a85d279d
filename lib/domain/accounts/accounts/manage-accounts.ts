import type {
  Account,
  AccountFilter,
  AccountOrder,
  ManagedAccount,
  NewAccount,
  WantedAccount,
} from '#lib/domain/accounts/accounts/account.ts'
import { addNewAccount, changeAccountState, changeFields } from '#lib/domain/accounts/accounts/change-account.ts'
import type { AccountTotal } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { findAccountBefore, listLocales, listManaged } from '#lib/domain/accounts/accounts/managed-list-store.ts'
import { type AccountPage, accountsPerPage, askForPage, toPage } from '#lib/domain/accounts/accounts/paging.ts'
import { splitSearchWords } from '#lib/domain/accounts/accounts/search-text.ts'
import {
  countActiveAccounts,
  countSuspendedAccounts,
  findAccount,
  hasAccounts,
  lockAccount,
} from '#lib/domain/accounts/accounts/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Adds an account validated by `accountSchema`.
 * @throws Refusal `forbidden`, `confirmation_required` before a suspension, or `input_invalid` for a taken ID
 */
export async function createAccount(services: Services, actor: Actor, input: WantedAccount): Promise<Account> {
  requireManager(actor, 'accounts:write')
  if (input.suspended) requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute((trx) => addNewAccount(trx, actor, input))
}

/** Changes an account validated by `accountSchema`; audited if it differs. @throws Refusal `forbidden`, `not_found` */
export async function updateAccount(services: Services, actor: Actor, input: NewAccount): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, input.id)
    if (!before) throw new Refusal('not_found')
    return changeFields(trx, actor, { before, fields: input })
  })
}

/**
 * Closes an account and its open sessions from the next request on.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`
 */
export async function suspendAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  return setState(services, actor, { id: accountId, isSuspended: true })
}

/** Reopens a suspended account; sessions that ended stay ended. @throws Refusal `forbidden`, `not_found` */
export async function resumeAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  requireManager(actor)
  return setState(services, actor, { id: accountId, isSuspended: false })
}

function setState(
  { db }: Services,
  actor: Actor,
  { id, isSuspended }: Readonly<{ id: string; isSuspended: boolean }>,
): Promise<Account> {
  return db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, id)
    if (!before) throw new Refusal('not_found')
    return changeAccountState(trx, actor, { before, isSuspended })
  })
}

/** An account, active or suspended; undefined for an unknown ID. @throws Refusal `forbidden` */
export async function findManagedAccount({ db }: Services, actor: Actor, id: string): Promise<Account | undefined> {
  requireManager(actor, 'accounts:read')
  return findAccount(db, id)
}

export type AccountListRequest = AccountFilter &
  Readonly<{
    query?: string | undefined
    /** Ignored in a search, which shows the closest first. */
    order?: AccountOrder | undefined
    /** The ID of the last account shown: the page starts after it. A search has one page. */
    after?: string | undefined
    /** The most accounts on the page. */
    limit?: number | undefined
  }>

export type AccountList = AccountPage<ManagedAccount> &
  Readonly<{
    /** Whether any account exists, even one that doesn't match the request. */
    any: boolean
  }>

/** Accounts by name or in another order, or those that contain every word of `query`. @throws Refusal `forbidden` */
export async function listAccounts(
  { db }: Services,
  actor: Actor,
  { query = '', order, after, limit = accountsPerPage, ...filter }: AccountListRequest,
): Promise<AccountList> {
  requireManager(actor, 'accounts:read')
  const words = splitSearchWords(query)
  const found = await listManaged(db, filter, askForPage(words, { after, order, limit }))
  const any = found.length > 0 || (await hasAccounts(db))
  return { ...toPage(words, found, limit), any }
}

/** More suspended accounts are not counted, because no counter is kept for them. */
const maxSuspendedCounted = 10_000

/** How many accounts exist, active and suspended. @throws Refusal `forbidden` */
export async function countAccounts({ db }: Services, actor: Actor): Promise<AccountTotal> {
  requireManager(actor)
  const [active, suspended] = await Promise.all([
    countActiveAccounts(db),
    countSuspendedAccounts(db, maxSuspendedCounted + 1),
  ])
  const isExact = suspended <= maxSuspendedCounted
  return { count: active + Math.min(suspended, maxSuspendedCounted), isExact }
}

/** The locales that the list can be filtered by. @throws Refusal `forbidden` */
export async function listAccountLocales({ db }: Services, actor: Actor): Promise<readonly string[]> {
  requireManager(actor)
  return listLocales(db)
}

/** The `after` of the page that starts with this account; undefined for the first page. @throws Refusal `forbidden` */
export async function findPageStart({ db }: Services, actor: Actor, accountId: string): Promise<string | undefined> {
  requireManager(actor)
  return findAccountBefore(db, accountId)
}
