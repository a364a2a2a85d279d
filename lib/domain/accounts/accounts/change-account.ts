import {
  type Account,
  type AccountFields,
  accountEvent,
  changedFields,
  type WantedAccount,
} from '#lib/domain/accounts/accounts/account.ts'
import { insertAccount, setAllSuspended, setSuspended, updateFields } from '#lib/domain/accounts/accounts/store.ts'
import { recordEvent, recordEvents } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { Refusal } from '#lib/kernel/errors.ts'

// The steps of use cases, inside their transaction. The use case authorizes.

/** @returns undefined if the ID is taken */
export async function addAccount(
  trx: DbTransaction,
  actor: Actor,
  { suspended = false, ...input }: WantedAccount,
): Promise<Account | undefined> {
  const account = await insertAccount(trx, input)
  if (!account) return undefined
  await recordEvent(trx, actor, accountEvent('account.created', account))
  return suspended ? changeAccountState(trx, actor, { before: account, isSuspended: true }) : account
}

/** As {@link addAccount}. @throws Refusal `input_invalid` for a taken ID */
export async function addNewAccount(trx: DbTransaction, actor: Actor, input: WantedAccount): Promise<Account> {
  const account = await addAccount(trx, actor, input)
  if (!account) throw new Refusal('input_invalid', { fields: { id: 'taken' } })
  return account
}

/** Changes fields, and the state if it is given; audited if they differ. */
export async function changeAccount(
  trx: DbTransaction,
  actor: Actor,
  { before, wanted: { suspended, ...fields } }: Readonly<{ before: Account; wanted: WantedAccount }>,
): Promise<Account> {
  const account = await changeFields(trx, actor, { before, fields })
  return suspended === undefined ? account : changeAccountState(trx, actor, { before: account, isSuspended: suspended })
}

/** Audited if a field differs. */
export async function changeFields(
  trx: DbTransaction,
  actor: Actor,
  { before, fields }: Readonly<{ before: Account; fields: AccountFields }>,
): Promise<Account> {
  const changed = changedFields(before, fields)
  if (changed.length === 0) return before
  const account = await updateFields(trx, before.id, fields)
  if (!account) throw new Refusal('not_found')
  const details = { changed: changed.join(', '), formerName: before.name }
  await recordEvent(trx, actor, accountEvent('account.updated', account, details))
  return account
}

/** Suspends or resumes; audited if the account was not in this state. */
export async function changeAccountState(
  trx: DbTransaction,
  actor: Actor,
  { before, isSuspended }: Readonly<{ before: Account; isSuspended: boolean }>,
): Promise<Account> {
  const account = await setSuspended(trx, before.id, isSuspended)
  if (!account) return before
  await recordEvent(trx, actor, accountEvent(isSuspended ? 'account.suspended' : 'account.resumed', account))
  return account
}

/** Suspends and resumes accounts; audited for each that was not in this state. @returns the IDs of those */
export async function changeStates(
  trx: DbTransaction,
  actor: Actor,
  wanted: Readonly<Record<'suspended' | 'active', readonly string[]>>,
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const [state, kind] of [
    ['suspended', 'account.suspended'],
    ['active', 'account.resumed'],
  ] as const) {
    if (wanted[state].length === 0) continue
    const accounts = await setAllSuspended(trx, wanted[state], state === 'suspended')
    await recordEvents(
      trx,
      actor,
      accounts.map((account) => accountEvent(kind, account)),
    )
    changed.push(...accounts.map(({ id }) => id))
  }
  return changed
}
