import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '../../../lib/domain/accounts/accounts/manage-accounts.ts'
import { createUser } from '../../../lib/domain/people/users/create-user.ts'
import { account } from '../../../lib/testing/accounts.ts'
import { withServices } from '../../resilience/harness/databases.ts'
import { testOperator } from '../../resilience/harness/fixtures.ts'
import { startInstance } from '../../resilience/harness/instance.ts'
import { findFreePort } from '../../resilience/harness/ports.ts'
import { addKey } from './operator.ts'

/** The running product, and who may do what there. */
export type Product = Readonly<{
  baseUrl: string
  port: number
  /** What leads the command line to it. */
  variables: Readonly<Record<string, string>>
  keyId: string
  secret: string
  /** Keys of suites that send many wrong secrets: a key has 20 failures per network and minute. */
  ownKeys: Readonly<Record<SuiteWithKey, Readonly<{ keyId: string; secret: string }>>>
  /** The user that the key acts as. */
  username: string
  accountId: string
}>

export type SuiteWithKey = 'description' | 'oauth4webapi' | 'openid-client'

const root = join(import.meta.dirname, '../../..')

/**
 * Starts the built product on a fresh data folder and a free port. Its key and its account are created while it runs.
 */
export async function startProduct(): Promise<{ product: Product; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-conformance-'))
  const port = await findFreePort()
  const baseUrl = `http://localhost:${port}`
  const settled = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUSTED_PROXIES: 'loopback' }
  const variables = { BASE_URL: baseUrl, DATA_DIR: dataDir, ...settled }
  const instance = await startInstance({ root, port, variables })
  const stop = async () => {
    await instance.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const people = await addPeople(variables)
  return { product: { baseUrl, port, variables, ...people }, stop }
}

async function addPeople(variables: Product['variables']) {
  const [username, accountId] = ['order-system', 'at-100021']
  await withServices(variables, async (services) => {
    await createAccount(services, testOperator, account({ id: accountId, name: 'Alpine Orders', locale: 'de-at' }))
    const user = { username, name: 'Order system', role: 'service', accountScope: 'all', accountIds: [] } as const
    await createUser(services, testOperator, user)
  })
  const createKey = (name: string) => addKey(variables, username, { name, scopes: ['sso', 'introspect'] })
  const ownKeys = {
    description: await createKey('Description'),
    oauth4webapi: await createKey('oauth4webapi'),
    'openid-client': await createKey('openid-client'),
  }
  return { ...(await createKey('Conformance')), ownKeys, username, accountId }
}
