import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { isManager } from '#lib/permissions.ts'
import type { Role } from '#lib/roles.ts'
import { addListedAccounts, clearListedAccounts } from '#lib/users/listed-accounts-store.ts'
import type { AccountScope } from '#lib/users/user.ts'

/** Which accounts a user may open. */
export type Access = Readonly<{ role: Role; accountScope: AccountScope; accountIds: readonly string[] }>

/** Without what has no meaning: managers open all, and beside `all` there is no list. */
export function settleAccess({ role, accountScope, accountIds }: Access): Access {
  if (isManager(role) || accountScope === 'all') return { role, accountScope: 'all', accountIds: [] }
  return { role, accountScope, accountIds: [...new Set(accountIds)] }
}

/**
 * Puts these accounts, and no others, on the user's list.
 * @throws Refusal `input_invalid` when one of the ids is no account: a typo must not pass for less access
 */
export async function listAccounts(db: Db, userId: string, accountIds: readonly string[]): Promise<void> {
  await clearListedAccounts(db, userId)
  const listed = await addListedAccounts(db, userId, accountIds)
  if (listed < accountIds.length) throw new Refusal('input_invalid', { fields: { accountIds: 'unknown' } })
}
