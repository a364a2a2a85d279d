import { beforeEach, describe, expect, it } from 'vitest'
import { endSessionOfAccount, readAccountPage } from '#lib/domain/accounts/account-management/account-page.ts'
import { countOpenSessions } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { grantAccountAccess } from '#lib/domain/people/users/account-access-store.ts'
import { giveGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { anyPerson, insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

describe('the page of an account', () => {
  let services: TestServices
  beforeEach(async () => {
    services = await openTestServices()
    for (const id of ['acme', 'other']) {
      await createAccount(services, root, account({ id }))
    }
  })

  function open(userId: string, accountId = 'acme') {
    return openTestSession(services.db, services, { userId, accountId, browserHash: `browser of ${userId}` })
  }

  it('says who may open it, and why', async () => {
    const owner = await insertUser(services, { role: 'owner' })
    const listed = await insertUser(services, { role: 'agent', accountScope: 'list' })
    await grantAccountAccess(services.db, listed.id, ['acme'])
    const elsewhere = await insertUser(services, { role: 'agent', accountScope: 'list' })
    await grantAccountAccess(services.db, elsewhere.id, ['other'])
    const grouped = await insertUser(services, { role: 'agent', accountScope: 'list' })
    const groupId = await giveGroup(services, grouped.id, ['acme'])
    await giveGroup(services, grouped.id, ['acme'])
    await giveGroup(services, elsewhere.id, ['other'])
    const everywhere = await insertUser(services, { role: 'service', accountScope: 'all' })
    const page = await readAccountPage(services, root, 'acme')
    expect(page?.listed).toMatchObject({ users: [{ id: listed.id }], more: false })
    expect(page?.grouped).toMatchObject({ users: [{ id: grouped.id }], more: false })
    expect(page?.groups.map(({ id }) => id)).toContain(groupId)
    expect(page?.groups).toHaveLength(2)
    expect(page?.ofAll.users.map(({ id }) => id).toSorted()).toEqual([owner.id, everywhere.id].toSorted())
    expect(await readAccountPage(services, root, 'unknown')).toBeUndefined()
  })

  it('leaves deactivated users out', async () => {
    const listed = await insertUser(services, { role: 'agent', accountScope: 'list' })
    await grantAccountAccess(services.db, listed.id, ['acme'])
    await giveGroup(services, listed.id, ['acme'])
    await services.db.updateTable('users').set({ deactivated_at: 1 }).execute()
    const page = await readAccountPage(services, root, 'acme')
    expect([page?.listed.users, page?.grouped.users, page?.ofAll.users]).toEqual([[], [], []])
  })

  it('ends a session of this account once, with an audit event, and no other', async () => {
    const user = await insertUser(services, { role: 'owner' })
    await open(user.id)
    await open(user.id, 'other')
    const page = await readAccountPage(services, root, 'acme')
    const [session] = page?.sessions ?? []
    if (!session) throw new Error('no session')
    expect(page?.sessions).toHaveLength(1)
    const end = (accountId: string) => endSessionOfAccount(services, root, { accountId, sessionId: session.id })
    await end('other')
    expect(await countOpenSessions(services, root, 'acme')).toBe(1)
    await end('acme')
    await end('acme')
    expect(await countOpenSessions(services, root, 'acme')).toBe(0)
    expect(await countOpenSessions(services, root, 'other')).toBe(1)
    const events = (await readAccountPage(services, root, 'acme'))?.events.map(({ kind }) => kind) ?? []
    expect(events.filter((kind) => kind === 'account_session.ended')).toHaveLength(1)
  })

  it('is for managers alone', async () => {
    const agent = anyPerson('agent')
    await expect(readAccountPage(services, agent, 'acme')).rejects.toMatchObject({ code: 'forbidden' })
    const input = { accountId: 'acme', sessionId: 'any' }
    await expect(endSessionOfAccount(services, agent, input)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
