import type { CommandContext } from '../run.ts'
import { localAccountGroups } from './account-groups.ts'
import { localAccounts } from './accounts.ts'
import { localGrants } from './grants.ts'
import { localKeySecrets } from './key-secrets.ts'
import { localKeys } from './keys.ts'
import { localRefusals } from './refusals.ts'
import { localReturnAddresses } from './return-addresses.ts'
import { localSessions } from './sessions.ts'
import { localSettings } from './settings.ts'
import { localUsers } from './users.ts'
import { localWebhooks } from './webhooks.ts'

/** What commands do, by use cases on this machine's database. */
export function localOperations(context: CommandContext) {
  return {
    accountGroups: localAccountGroups(context),
    accounts: localAccounts(context),
    grants: localGrants(context),
    keySecrets: localKeySecrets(context),
    keys: localKeys(context),
    refusals: localRefusals(context),
    returnAddresses: localReturnAddresses(context),
    sessions: localSessions(context),
    settings: localSettings(context),
    users: localUsers(context),
    webhooks: localWebhooks(context),
  }
}

/** The remote form has to have each of them. */
export type Operations = ReturnType<typeof localOperations>
