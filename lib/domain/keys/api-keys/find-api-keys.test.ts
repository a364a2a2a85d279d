import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { listApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { dayMs, minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { issueTestTokens, makeTestKey, postToken, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

describe('the list of API keys', () => {
  it('shows each key with owner, creator and use, without its secret', async () => {
    const creator = await insertUser(services, { role: 'owner', name: 'Kim Example' })
    const { id: ownerId } = await insertUser(services, { role: 'service', name: 'Nightly sync' })
    const { id } = await generateApiKey(services, personOf(services, creator), { name: 'Key', ownerId })
    expect(await listApiKeys(services, root)).toEqual([
      {
        id,
        name: 'Key',
        ...noTexts.key,
        state: 'active',
        owner: { id: ownerId, name: 'Nightly sync', role: 'service' },
        ownerActive: true,
        createdByName: 'Kim Example',
        createdAt: testStart,
        expiresAt: null,
        lastUsedAt: null,
        lastUsedFrom: null,
        scopes: ['sso'],
        accountIds: null,
        networks: null,
        returnAddresses: null,
        callLimit: null,
        isRotatable: false,
        requiresDpop: false,
      },
    ])
  })

  it('shows the limits of a key', async () => {
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    const limits = { accountIds: ['acme'], networks: ['192.0.2.0/24', '2001:db8::1'] }
    await makeTestKey(services, { scopes: ['introspect', 'sso'], ...limits })
    expect((await listApiKeys(services, root))[0]).toMatchObject({ scopes: ['sso', 'introspect'], ...limits })
  })

  it('shows the last use to the minute', async () => {
    const key = await makeTestKey(services)
    const lastUse = async () => {
      const [listed] = await listApiKeys(services, root)
      return [listed?.lastUsedAt, listed?.lastUsedFrom]
    }
    const { refreshToken } = await issueTestTokens(key)
    expect(await lastUse()).toEqual([testStart, '192.0.2.1'])
    services.clock.advance(minuteMs - 1)
    await issueTestTokens(key)
    expect(await lastUse()).toEqual([testStart, '192.0.2.1'])
    services.clock.advance(1)
    await postToken(refreshFields(key.email, refreshToken), { address: '192.0.2.7' })
    expect(await lastUse()).toEqual([testStart + minuteMs, '192.0.2.7'])
  })

  it('shows that the owner is deactivated, when the key is refused', async () => {
    const owner = await insertUser(services, { role: 'service' })
    await generateApiKey(services, root, { name: 'Key', ownerId: owner.id, expiresInDays: null })
    await deactivateUser(services, root, owner.id)
    expect((await listApiKeys(services, root))[0]).toMatchObject({ state: 'active', ownerActive: false })
  })

  it('shows that a key has expired, to the millisecond', async () => {
    await makeTestKey(services, { expiresInDays: 1 })
    services.clock.advance(dayMs - 1)
    expect((await listApiKeys(services, root))[0]?.state).toBe('active')
    services.clock.advance(1)
    expect((await listApiKeys(services, root))[0]?.state).toBe('expired')
  })
})
