import { beforeEach, describe, expect, it } from 'vitest'
import { absoluteMs, idleMs } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { countOpenSessions } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { account } from '#lib/testing/accounts.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { anyPerson, insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

describe('the open sessions of an account', () => {
  let services: TestServices
  let userId: string
  let otherId: string

  beforeEach(async () => {
    services = await openTestServices()
    for (const id of ['acme', 'other']) await createAccount(services, root, account({ id }))
    userId = (await insertUser(services, { role: 'owner' })).id
    otherId = (await insertUser(services, { role: 'admin' })).id
  })

  function open(accountId: string, browserHash: string, byId = userId) {
    return openTestSession(services.db, services, { userId: byId, accountId, browserHash })
  }

  it('are those of all browsers, without pending ones and other accounts', async () => {
    await open('acme', 'browser 1')
    await open('acme', 'browser 2', otherId)
    expect((await open('acme', 'browser 2', userId)).kind).toBe('pending')
    await open('other', 'browser 1')
    expect(await countOpenSessions(services, root, 'acme')).toBe(2)
  })

  it('end idle to the millisecond', async () => {
    await open('acme', 'browser 1')
    services.clock.advance(idleMs - 1)
    expect(await countOpenSessions(services, root, 'acme')).toBe(1)
    services.clock.advance(1)
    expect(await countOpenSessions(services, root, 'acme')).toBe(0)
  })

  it('end absolutely to the millisecond', async () => {
    await open('acme', 'browser 1')
    const end = services.clock.now() + absoluteMs
    services.clock.set(end - 1)
    await services.db
      .updateTable('account_sessions')
      .set({ last_seen_at: end - 1 })
      .execute()
    expect(await countOpenSessions(services, root, 'acme')).toBe(1)
    services.clock.set(end)
    expect(await countOpenSessions(services, root, 'acme')).toBe(0)
  })

  it('are visible to managers only', async () => {
    await expect(countOpenSessions(services, anyPerson('agent'), 'acme')).rejects.toMatchObject({ code: 'forbidden' })
  })
})
