import type { Account } from '#lib/accounts/account.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { isManager } from '#lib/permissions.ts'
import type { Role } from '#lib/roles.ts'
import { grantAccountAccess, revokeAllAccountAccess } from '#lib/users/account-access-store.ts'
import type { AccountScope } from '#lib/users/user.ts'

/** Which accounts a user may open. */
export type AccountAccess = Readonly<{ role: Role; accountScope: AccountScope; accountIds: readonly string[] }>

/** An account and whether it is on a user's list. */
export type AccountWithAccess = Account & Readonly<{ listed: boolean }>

/** Removes what has no effect: managers open all accounts, and the scope `all` needs no list. */
export function normalizeAccountAccess({ role, accountScope, accountIds }: AccountAccess): AccountAccess {
  if (isManager(role) || accountScope === 'all') return { role, accountScope: 'all', accountIds: [] }
  return { role, accountScope, accountIds: [...new Set(accountIds)] }
}

/**
 * Replaces the user's list with these accounts.
 * @throws Refusal `input_invalid` for an unknown ID: a typo must not silently narrow access
 */
export async function setAccountAccess(db: Db, userId: string, accountIds: readonly string[]): Promise<void> {
  await revokeAllAccountAccess(db, userId)
  const granted = await grantAccountAccess(db, userId, accountIds)
  if (granted < accountIds.length) throw new Refusal('input_invalid', { fields: { accountIds: 'unknown' } })
}
