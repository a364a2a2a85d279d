import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { readPreferences } from '#lib/foundation/i18n/preferences.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { findResults } from './find-results.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function find(role: PortalRole, q: string, language = 'en') {
  const actor = personOf(services, await insertUser(services, { role, name: 'Zed Actor' }))
  const { groups, status } = await findResults(services, actor, {
    q,
    preferences: readPreferences(() => undefined, language),
  })
  const shown = groups.map(({ id, entries }) => [
    id,
    entries.map(({ name, href, deed }) => `${name.map(({ text }) => text).join('')}: ${href ?? deed}`),
  ])
  return { groups: Object.fromEntries(shown), status }
}

const forAll = [
  'Use light theme: theme.light',
  'Use dark theme: theme.dark',
  'Use the system’s theme: theme.system',
  'Sign out: signOut',
]
const own = ['Your account: /your-account']

describe('before a search', () => {
  it('offers agents nothing that only managers may do', async () => {
    expect((await find('agent', '')).groups).toEqual({
      pages: ['Accounts: /', 'Access requests: /access-requests', ...own],
      actions: ['Request access: /access-requests', ...forAll],
    })
  })

  it('offers managers all pages and actions', async () => {
    expect((await find('admin', '')).groups).toEqual({
      pages: [
        'Accounts: /',
        'Overview: /overview',
        'Users and access: /users-and-access',
        'Return addresses: /users-and-access#return-addresses',
        'API keys: /users-and-access#api-keys',
        'Access requests: /users-and-access/requests',
        'Manage accounts: /manage/accounts',
        'Account groups: /manage/accounts/groups',
        'Activity: /activity',
        'Explain a refused request: /why',
        'Check a leaked secret: /users-and-access/leak-desk',
        'Settings › Organization: /settings',
        'Settings › Sign-in: /settings/sign-in',
        'Settings › Provisioning: /settings/provisioning',
        'Settings › Webhooks: /settings/webhooks',
        'Settings › Notices: /settings/notices',
        ...own,
      ],
      actions: [
        'Generate API key: /users-and-access?dialog=generate-key',
        'Add user: /users-and-access?dialog=add-user',
        'Add return address: /users-and-access?dialog=add-return-address',
        'Add account: /manage/accounts?dialog=add',
        'Import accounts: /manage/accounts/import',
        'New group: /manage/accounts/groups?dialog=add',
        ...forAll,
      ],
    })
  })
})

describe('in a search', () => {
  it('leads managers to accounts, users, keys and the lists of all results', async () => {
    for (const id of ['sol-1', 'sol-2']) await createAccount(services, root, account({ id, name: `Sol ${id}` }))
    await suspendAccount(services, root, 'sol-2')
    const owner = await insertUser(services, { role: 'service', username: 'sol-sync', name: 'Sol sync' })
    const { id: keyId } = await generateApiKey(services, root, { name: 'Sol', ownerId: owner.id, expiresInDays: null })
    expect(await find('owner', ' Sol ')).toEqual({
      status: '5 results',
      groups: {
        openable: ['Sol sol-1: /launch/sol-1'],
        users: ['Sol sync: /users-and-access?q=sol-sync'],
        keys: [`Sol: /users-and-access/keys/${keyId}`],
        accounts: ['Sol sol-1: /manage/accounts/id/sol-1', 'Sol sol-2: /manage/accounts/id/sol-2'],
        search: [
          'Search accounts for “Sol”: /?q=Sol',
          'Search all accounts to manage for “Sol”: /manage/accounts?q=Sol',
          'Search users for “Sol”: /users-and-access?q=Sol',
          'Search API keys for “Sol”: /users-and-access?key=Sol#api-keys',
        ],
      },
    })
  })

  it('finds pages and actions by the beginning of each word, in the language of the reader', async () => {
    expect((await find('agent', 'your acc')).groups).toMatchObject({ pages: ['Your account: /your-account'] })
    expect((await find('agent', 'ccount')).groups).toEqual({ search: ['Search accounts for “ccount”: /?q=ccount'] })
    expect((await find('agent', 'abmel', 'de')).groups).toMatchObject({ actions: ['Abmelden: signOut'] })
  })
})
