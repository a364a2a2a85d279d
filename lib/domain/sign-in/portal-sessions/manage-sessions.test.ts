import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { signOutAllUsers, signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { account } from '#lib/testing/accounts.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { insertUser, personOf, root, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

let services: TestServices
let agent: User
let olivia: User
let desk: SignedIn
let phone: SignedIn
let owner: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  agent = await insertUser(services, { name: 'Jane' })
  desk = await signInAs(services, agent)
  services.clock.advance(1_000)
  phone = await signInAs(services, agent)
  olivia = await insertUser(services, { role: 'owner', name: 'Olivia' })
  owner = await signInAs(services, olivia)
})

const isSignedIn = async ({ cookieHeader }: SignedIn) =>
  (await readSignedInUser(testContext(services), cookieHeader)) !== undefined
const areSignedIn = () => Promise.all([desk, phone, owner].map(isSignedIn))

async function endings() {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['actor_name', 'subject_name', 'details'])
    .where('kind', '=', 'portal_session.ended')
    .orderBy('subject_name')
    .execute()
  return rows.map(({ actor_name, subject_name, details }) => [actor_name, subject_name, JSON.parse(details)])
}

/** Opens an account from the portal, or by a client's link. */
function open({ person: { userId, browserHash } }: SignedIn, accountId: string, keyId: string | null = null) {
  return openTestSession(services.db, services, { userId, browserHash, accountId, keyId })
}
const openAccounts = async () => {
  const open = services.db
    .selectFrom('account_sessions')
    .select(['user_id', 'account_id'])
    .where('ended_at', 'is', null)
  return (await open.orderBy('account_id').execute()).map(({ user_id, account_id }) => [user_id, account_id])
}

describe('the sessions of a user', () => {
  it('end with the accounts opened from them, from the next request on', async () => {
    for (const id of ['a', 'b', 'c']) {
      await createAccount(services, root, account({ id }))
    }
    const { id: keyId } = await makeTestKey(services)
    await open(desk, 'a')
    await open(desk, 'b', keyId)
    await open(owner, 'c')
    expect(await signOutUser(services, owner.person, agent.id)).toBe(2)
    expect(await areSignedIn()).toEqual([false, false, true])
    // What a client opened is not a session of the portal.
    expect(await openAccounts()).toEqual([
      [agent.id, 'b'],
      [olivia.id, 'c'],
    ])
    expect(await endings()).toEqual([['Olivia', 'Jane', { reason: 'ended_by_manager', sessions: 2 }]])
  })

  it('end once, of 20 parallel requests', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => signOutUser(services, root, agent.id)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect((await endings()).map(([, , { sessions }]) => sessions).reduce((sum, count) => sum + count, 0)).toBe(2)
  })

  it('of the actor end but for the current one', async () => {
    const elsewhere = await signInAs(services, olivia)
    expect(await signOutUser(services, owner.person, olivia.id)).toBe(1)
    expect([await isSignedIn(owner), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await endings()).toEqual([['Olivia', 'Olivia', { reason: 'ended_elsewhere', sessions: 1 }]])
  })

  it('of an unknown user do not end', async () => {
    await expect(signOutUser(services, root, 'usr_x')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the sessions of all users', () => {
  it('end but for the current one of the actor, with an audit event for each user', async () => {
    const more = await Promise.all(
      Array.from({ length: 60 }, async () => signInAs(services, await insertUser(services, { name: 'Robin' }))),
    )
    expect(await signOutAllUsers(services, owner.person)).toEqual({ users: 61, sessions: 62 })
    expect(await areSignedIn()).toEqual([false, false, true])
    expect(await Promise.all(more.map(isSignedIn))).toEqual(more.map(() => false))
    const [jane, ...robins] = await endings()
    expect(jane).toEqual(['Olivia', 'Jane', { reason: 'ended_by_manager', sessions: 2 }])
    expect(robins).toEqual(more.map(() => ['Olivia', 'Robin', { reason: 'ended_by_manager', sessions: 1 }]))
    expect(await signOutAllUsers(services, owner.person)).toEqual({ users: 0, sessions: 0 })
  })

  it('all end via CLI', async () => {
    expect(await signOutAllUsers(services, root)).toEqual({ users: 2, sessions: 3 })
    expect(await areSignedIn()).toEqual([false, false, false])
  })

  it('can be ended by owners alone', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    await expect(signOutAllUsers(services, admin)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await areSignedIn()).toEqual([true, true, true])
  })
})

it.each<[string, (actor: Actor) => Promise<unknown>]>([
  ['a user', (actor) => signOutUser(services, actor, agent.id)],
  ['all users', (actor) => signOutAllUsers(services, actor)],
])('ending the sessions of %s needs a recent confirmation', async (_, end) => {
  services.clock.advance(confirmationMs)
  await expect(end(owner.person)).rejects.toMatchObject({ code: 'confirmation_required' })
  services.clock.advance(-1)
  await end(owner.person)
  expect(await areSignedIn()).toEqual([false, false, true])
})
