import type { Operations } from '../local/operations.ts'
import { remoteAccountGroups } from './account-groups.ts'
import { remoteAccounts } from './accounts.ts'
import { Api } from './api.ts'
import { remoteGrants } from './grants.ts'
import { remoteKeySecrets } from './key-secrets.ts'
import { remoteKeys } from './keys.ts'
import { remoteRefusals } from './refusals.ts'
import { remoteReturnAddresses } from './return-addresses.ts'
import type { Server } from './server.ts'
import { remoteSessions } from './sessions.ts'
import { remoteSettings } from './settings.ts'
import { remoteUsers } from './users.ts'
import { remoteWebhooks } from './webhooks.ts'

/** What commands do, by the management API of a server elsewhere. */
export function remoteOperations(server: Server): Operations {
  const api = new Api(server)
  return {
    accountGroups: remoteAccountGroups(api),
    accounts: remoteAccounts(api),
    grants: remoteGrants(api),
    keySecrets: remoteKeySecrets(api),
    keys: remoteKeys(api),
    refusals: remoteRefusals(api),
    returnAddresses: remoteReturnAddresses(api),
    sessions: remoteSessions(api),
    settings: remoteSettings(api),
    users: remoteUsers(api),
    webhooks: remoteWebhooks(api),
  }
}
