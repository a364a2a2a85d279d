import {
  type Account,
  type AccountStateFilter,
  accountEvent,
  changedFields,
  type NewAccount,
} from '#lib/accounts/account.ts'
import { type AccountPage, askForPage, toPage } from '#lib/accounts/paging.ts'
import { findAccountBefore, listInState } from '#lib/accounts/search-store.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import { findAccount, hasAccounts, insertAccount, setSuspended, updateFields } from '#lib/accounts/store.ts'
import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Adds an account. Its ID comes from the platform and never changes.
 * @param input validated by `accountSchema`
 * @throws Refusal `forbidden`, or `input_invalid` if the ID is taken
 */
export async function createAccount(services: Services, actor: Actor, input: NewAccount): Promise<Account> {
  requireManager(actor)
  return services.db.transaction().execute(async (trx) => {
    const account = await insertAccount(trx, input)
    if (!account) throw new Refusal('input_invalid', { fields: { id: 'taken' } })
    await recordEvent(trx, actor, accountEvent('account.created', account))
    return account
  })
}

/**
 * Changes an account's name, locale and landing path. An update that changes nothing leaves no audit event.
 * @param input validated by `accountSchema`; its ID names the account
 * @throws Refusal `forbidden`, or `not_found` for an unknown ID
 */
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

/**
 * Closes an account to every user from the next request on: no grant is issued or redeemed for it, and its open sessions
 * are refused. A suspended account stays suspended.
 * @throws Refusal `forbidden`, or `not_found` for an unknown ID
 */
export function suspendAccount(services: Services, actor: Actor, accountId: string): Promise<Account> {
  return changeState(services, actor, accountId, true)
}

/**
 * Reopens a suspended account. Sessions that its suspension ended stay ended. An active account stays active.
 * @throws Refusal `forbidden`, or `not_found` for an unknown ID
 */
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

/**
 * An account, active or suspended; undefined for an unknown ID.
 * @throws Refusal `forbidden`
 */
export async function findManagedAccount({ db }: Services, actor: Actor, id: string): Promise<Account | undefined> {
  requireManager(actor)
  return findAccount(db, id)
}

export type AccountListRequest = Readonly<{
  query?: string | undefined
  state?: AccountStateFilter | undefined
  /** The ID of the last account shown: the page starts after it. A search has one page. */
  after?: string | undefined
}>

export type AccountList = AccountPage<Account> &
  Readonly<{
    /** Whether any account exists, even one that doesn't match the request. */
    any: boolean
  }>

/**
 * A page of accounts by name, or the accounts whose name or ID contains every word of `query`, the closest first.
 * @throws Refusal `forbidden`
 */
export async function listAccounts(
  { db }: Services,
  actor: Actor,
  { query = '', state = 'all', after }: AccountListRequest,
): Promise<AccountList> {
  requireManager(actor)
  const words = splitSearchWords(query)
  const found = await listInState(db, state, askForPage(words, after))
  const any = found.length > 0 || (await hasAccounts(db))
  return { ...toPage(words, found), any }
}

/**
 * The `after` of the page of all accounts that starts with this account; undefined if the first page contains it.
 * @throws Refusal `forbidden`
 */
export async function findPageStart({ db }: Services, actor: Actor, accountId: string): Promise<string | undefined> {
  requireManager(actor)
  return findAccountBefore(db, accountId)
}
