import {
  type Account,
  type AccountFilter,
  type AccountOrder,
  accountEvent,
  changedFields,
  type ManagedAccount,
  type NewAccount,
} from '#lib/accounts/account.ts'
import type { AccountTotal } from '#lib/accounts/launcher-store.ts'
import { findAccountBefore, listLocales, listManaged } from '#lib/accounts/managed-list-store.ts'
import { type AccountPage, askForPage, toPage } from '#lib/accounts/paging.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import {
  countActiveAccounts,
  countSuspendedAccounts,
  findAccount,
  hasAccounts,
  insertAccount,
  setSuspended,
  updateFields,
} from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/** Adds an account validated by `accountSchema`. @throws Refusal `forbidden`, or `input_invalid` for a taken ID */
export async function createAccount(services: Services, actor: Actor, input: NewAccount): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const account = await insertAccount(trx, input)
    if (!account) throw new Refusal('input_invalid', { fields: { id: 'taken' } })
    await recordEvent(trx, actor, accountEvent('account.created', account))
    return account
  })
}

/** Changes an account validated by `accountSchema`; audited if it differs. @throws Refusal `forbidden`, `not_found` */
export async function updateAccount(services: Services, actor: Actor, input: NewAccount): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const before = await findAccount(trx, input.id)
    const account = before && (await updateFields(trx, input.id, input))
    if (!account) throw new Refusal('not_found')
    const changed = changedFields(before, account)
    if (changed.length > 0) {
      const details = { changed: changed.join(', '), formerName: before.name }
      await recordEvent(trx, actor, accountEvent('account.updated', account, details))
    }
    return account
  })
}

/** Closes an account and its open sessions from the next request on. @throws Refusal `forbidden`, `not_found` */
export function suspendAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  return changeState(services, actor, accountId, true)
}

/** Reopens a suspended account; sessions that ended stay ended. @throws Refusal `forbidden`, `not_found` */
export function resumeAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  return changeState(services, actor, accountId, false)
}

async function changeState({ db }: Services, actor: Actor, id: string, isSuspended: boolean): Promise<Account> {
  requireManager(actor)
  return db.transaction().execute(async (trx) => {
    const changed = await setSuspended(trx, id, isSuspended)
    const account = changed ?? (await findAccount(trx, id))
    if (!account) throw new Refusal('not_found')
    const kind = isSuspended ? 'account.suspended' : 'account.resumed'
    if (changed) await recordEvent(trx, actor, accountEvent(kind, account))
    return account
  })
}

/** An account, active or suspended; undefined for an unknown ID. @throws Refusal `forbidden` */
export async function findManagedAccount({ db }: Services, actor: Actor, id: string): Promise<Account | undefined> {
  requireManager(actor)
  return findAccount(db, id)
}

export type AccountListRequest = AccountFilter &
  Readonly<{
    query?: string | undefined
    /** Ignored in a search, which shows the closest first. */
    order?: AccountOrder | undefined
    /** The ID of the last account shown: the page starts after it. A search has one page. */
    after?: string | undefined
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
  { query = '', order, after, ...filter }: AccountListRequest,
): Promise<AccountList> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const found = await listManaged(db, filter, askForPage(words, after, order))
  const any = found.length > 0 || (await hasAccounts(db))
  return { ...toPage(words, found), any }
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
