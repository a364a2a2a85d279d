import type { Operations } from '../local/operations.ts'
import { remoteAccounts } from './accounts.ts'
import { Api } from './api.ts'
import { remoteGrants } from './grants.ts'
import { remoteKeys } from './keys.ts'
import { remoteReturnAddresses } from './return-addresses.ts'
import type { Server } from './server.ts'
import { remoteUsers } from './users.ts'

/** What commands do, by the management API of a server elsewhere. */
export function remoteOperations(server: Server): Operations {
  const api = new Api(server)
  return {
    accounts: remoteAccounts(api),
    grants: remoteGrants(api),
    keys: remoteKeys(api),
    returnAddresses: remoteReturnAddresses(api),
    users: remoteUsers(api),
  }
}
