import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInstance } from '../../resilience/harness/instance.ts'
import { findFreePort } from '../../resilience/harness/ports.ts'
import { commandLine } from './command-line.ts'

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

/** Starts the built product on a fresh data folder and a free port. What it needs to know it is told in its command line. */
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
  const run = commandLine(variables)
  const [username, accountId] = ['order-system', 'at-100021']
  await run('account', 'create', '--id', accountId, '--name', 'Alpine Orders', '--locale', 'de-at')
  await run('user', 'create', '--service', '--username', username, '--name', 'Order system', '--accounts', 'all')
  const createKey = async (name: string) => {
    const { keyId, secret } = await run(
      'key',
      'create',
      '--user',
      username,
      '--name',
      name,
      '--scopes',
      'sso,introspect',
    )
    return { keyId: String(keyId), secret: String(secret) }
  }
  const ownKeys = {
    description: await createKey('Description'),
    oauth4webapi: await createKey('oauth4webapi'),
    'openid-client': await createKey('openid-client'),
  }
  return { ...(await createKey('Conformance')), ownKeys, username, accountId }
}
