import { beforeEach, describe, expect, it } from 'vitest'
import { endOwnAccountSessions, listOwnOpenAccounts } from '#lib/domain/accounts/account-sessions/own-open-sessions.ts'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let user: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['a', 'b', 'c']) {
    await createAccount(services, root, account({ id, name: id.toUpperCase() }))
  }
  user = (await signInAs(services, await insertUser(services, { accountScope: 'all' }))).person
})

async function open(accountId: string, given: { userId?: string; browserHash?: string; keyId?: string } = {}) {
  const { userId, browserHash } = user
  await openTestSession(services.db, services, { userId, browserHash, accountId, ...given })
  services.clock.advance(1)
}

const listed = async () => (await listOwnOpenAccounts(services, user)).map(({ id }) => id)

describe('the accounts open in this browser', () => {
  it('come in the order of opening, with the time that is left', async () => {
    await open('b')
    await open('a')
    services.clock.advance(minuteMs - 2)
    expect(await listOwnOpenAccounts(services, user)).toMatchObject([
      { id: 'b', name: 'B', deepPath: '/accounts/b', leftMs: 29 * minuteMs },
      { id: 'a', name: 'A', deepPath: '/accounts/a', leftMs: 29 * minuteMs + 1 },
    ])
  })

  it('include neither another user’s nor another browser’s', async () => {
    await open('a', { userId: (await insertUser(services, { accountScope: 'all' })).id })
    await open('b', { browserHash: 'another browser' })
    await open('c')
    expect(await listed()).toEqual(['c'])
  })

  it('end after 30 minutes without use, to the millisecond', async () => {
    await open('a')
    services.clock.advance(30 * minuteMs - 2)
    expect(await listed()).toEqual(['a'])
    services.clock.advance(1)
    expect(await listed()).toEqual([])
  })

  it('end with the account’s suspension and with the key', async () => {
    const { id: keyId } = await generateApiKey(services, root, {
      name: 'CRM',
      ownerId: user.userId,
      expiresInDays: null,
    })
    await open('a')
    await open('b', { keyId })
    await open('c')
    await suspendAccount(services, root, 'a')
    await disableApiKey(services, root, keyId)
    expect(await listed()).toEqual(['c'])
  })
})

describe('ending an open account', () => {
  const idOf = async (accountId: string, of = user) =>
    (await listOwnOpenAccounts(services, of)).find(({ id }) => id === accountId)?.sessionId ?? ''
  const ends = () =>
    services.db
      .selectFrom('audit_events')
      .select(['actor_id', 'account_id'])
      .where('kind', '=', 'account_session.ended')
      .execute()

  it('ends this one, once, and is audited', async () => {
    await open('a')
    await open('b')
    const id = await idOf('a')
    await endOwnAccountSessions(services, user, id)
    await endOwnAccountSessions(services, user, id)
    expect(await listed()).toEqual(['b'])
    expect(await ends()).toEqual([{ actor_id: user.userId, account_id: 'a' }])
  })

  it('ends all of them together, and none of another user or browser', async () => {
    const other = await insertUser(services, { accountScope: 'all' })
    await open('a')
    await open('b')
    await open('a', { userId: other.id })
    await open('c', { browserHash: 'another browser' })
    await endOwnAccountSessions(services, user)
    expect(await listed()).toEqual([])
    expect((await ends()).map(({ account_id }) => account_id)).toEqual(['a', 'b'])
    const left = await services.db
      .selectFrom('account_sessions')
      .select('account_id')
      .where('ended_at', 'is', null)
      .execute()
    expect(left.map(({ account_id }) => account_id).sort()).toEqual(['a', 'c'])
  })

  it('ends no session of another user or browser', async () => {
    await open('a')
    const id = await idOf('a')
    const other = (await signInAs(services, await insertUser(services))).person
    await endOwnAccountSessions(services, { ...other, browserHash: user.browserHash }, id)
    await endOwnAccountSessions(services, { ...user, browserHash: other.browserHash }, id)
    expect([await listed(), await ends()]).toEqual([['a'], []])
  })
})
