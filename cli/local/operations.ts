import type { CommandContext } from '../run.ts'
import { localAccounts } from './accounts.ts'
import { localGrants } from './grants.ts'
import { localKeys } from './keys.ts'
import { localReturnAddresses } from './return-addresses.ts'
import { localUsers } from './users.ts'

/** What commands do, by use cases on this machine's database. */
export function localOperations(context: CommandContext) {
  return {
    accounts: localAccounts(context),
    grants: localGrants(context),
    keys: localKeys(context),
    returnAddresses: localReturnAddresses(context),
    users: localUsers(context),
  }
}

/** The remote form has to have each of them. */
export type Operations = ReturnType<typeof localOperations>
