import { beforeEach, describe, expect, it } from 'vitest'
import { addMember } from '#lib/domain/accounts/account-groups/edit-members.ts'
import { createGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { createAccount, resumeAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { type FirstSteps, hideFirstSteps, readFirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'
import { findFirstAccount, findNewestKeyId, findOpeningKey } from '#lib/domain/organization/first-steps/store.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { changeAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { dayMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, crmOrigin, issueLink, postGrant, renewToken } from '#lib/testing/test-grants.ts'
import { clientFields, postToken } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  owner = personOf(services, await insertUser(services, { role: 'owner' }))
})

const none = { account: false, program: false, key: false, call: false, agent: false }

const read = () => readFirstSteps(services, owner)
const readDone = async () => (await read())?.done

const addAcme = () => createAccount(services, root, account({ id: 'acme', name: 'Acme' }))

describe('the first steps', () => {
  it('are all open on an empty instance, and done by what exists', async () => {
    expect(await read()).toEqual({
      done: none,
      account: undefined,
      program: undefined,
      key: undefined,
      example: undefined,
      call: { token: null, link: null, opened: null },
      refused: undefined,
      version: '',
      agent: undefined,
    })
    await addAcme()
    expect(await read()).toMatchObject({
      done: { ...none, account: true },
      account: { id: 'acme', name: 'Acme', at: testStart },
      example: { id: 'acme' },
    })
    const program = await insertUser(services, { role: 'service', accountScope: 'list', accountIds: ['acme'] })
    expect(await read()).toMatchObject({
      done: { ...none, account: true, program: true },
      program: { id: program.id, name: program.name, at: testStart, opens: 1 },
    })
    const key = await generateApiKey(services, root, { name: 'CRM', ownerId: program.id, expiresInDays: null })
    const withKey = { ...none, account: true, program: true, key: true }
    expect(await read()).toMatchObject({ done: withKey, key: { id: key.id, name: 'CRM' }, example: { id: 'acme' } })
    const client = await renewToken({ owner: program, keyId: key.id, secret: key.secret, accessToken: '' })
    expect(await read()).toMatchObject({ done: withKey, call: { token: testStart, link: null } })
    await addReturnAddress(services, root, { origin: crmOrigin })
    services.clock.advance(secondMs)
    const link = await issueLink(client)
    expect(await read()).toMatchObject({ done: withKey, call: { link: testStart + secondMs, opened: null } })
    await new TestBrowser().open(link.href)
    expect(await readDone()).toEqual({ account: true, program: true, key: true, call: true, agent: false })
    const { id, name } = await insertUser(services, { role: 'agent' })
    expect(await read()).toMatchObject({ done: { call: true, agent: true }, agent: { id, name } })
    services.clock.advance(dayMs - 1)
    expect(await readDone()).toBeDefined()
    services.clock.advance(1)
    expect(await read()).toBeUndefined()
  })

  it('wait for accounts of the program, from a list or a group, that are not suspended', async () => {
    const readProgram = async () => {
      const steps = await read()
      return { id: steps?.program?.id, opens: steps?.program?.opens, isDone: steps?.done.program }
    }
    await addAcme()
    const { id } = await insertUser(services, { role: 'service', accountScope: 'list' })
    const [waiting, done] = [
      { id, opens: 0, isDone: false },
      { id, opens: 1, isDone: true },
    ]
    expect(await readProgram()).toEqual(waiting)
    await changeAccountAccess(services, root, { userId: id, added: ['acme'], removed: [] })
    expect(await readProgram()).toEqual(done)
    await suspendAccount(services, root, 'acme')
    expect(await readProgram()).toEqual(waiting)
    await resumeAccount(services, root, 'acme')
    services.clock.advance(1)
    // A newer one without accounts is not proposed instead.
    await insertUser(services, { role: 'service', accountScope: 'list' })
    expect(await readProgram()).toEqual(done)
    await changeAccountAccess(services, root, { userId: id, added: [], removed: ['acme'] })
    const group = await createGroup(services, root, { name: 'Germany' })
    await changeGroupAccess(services, root, { userId: id, added: [group.id], removed: [] })
    expect((await readProgram()).isDone).toBe(false)
    await addMember(services, root, { groupId: group.id, accountId: 'acme' })
    expect(await readProgram()).toEqual(done)
    await deactivateUser(services, root, id)
    expect((await readProgram()).isDone).toBe(false)
  })

  it('are done with a service user who opens all accounts', async () => {
    await insertUser(services, { role: 'service_admin', accountScope: 'list' })
    expect(await read()).toMatchObject({ done: { program: true }, program: { opens: Number.POSITIVE_INFINITY } })
  })

  it('go on with another key after the first one was revoked', async () => {
    const program = await insertUser(services, { role: 'service', accountScope: 'all' })
    const key = (name: string) =>
      generateApiKey(services, root, { name, ownerId: program.id, expiresInDays: null, scopes: ['sso'] })
    const first = await key('First')
    services.clock.advance(1)
    await generateApiKey(services, root, {
      name: 'Check',
      ownerId: program.id,
      expiresInDays: null,
      scopes: ['introspect'],
    })
    expect((await read())?.key?.name).toBe('First')
    await revokeApiKey(services, root, first.id)
    expect(await read()).toMatchObject({ done: { program: true, key: false }, key: undefined })
    await key('Second')
    expect((await read())?.key?.name).toBe('Second')
  })

  it('don’t follow a key that is older than a week', async () => {
    await addAcme()
    await addReturnAddress(services, root, { origin: crmOrigin })
    const client = await addTestProgram(services, await insertUser(services, { role: 'service', accountScope: 'all' }))
    services.clock.advance(7 * dayMs - 1)
    expect((await read())?.call.token).toBe(testStart)
    services.clock.advance(1)
    expect(await read()).toMatchObject({ done: { key: true, call: false }, call: { token: null } })
    await new TestBrowser().open((await issueLink(await renewToken(client))).href)
    expect(await read()).toBeUndefined()
  })

  it('are closed for the manager who closed them alone', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    await hideFirstSteps(services, admin)
    expect(await readFirstSteps(services, admin)).toBeUndefined()
    expect(await readDone()).toEqual(none)
  })
})

describe('a refusal of the first call', () => {
  type Refused = NonNullable<FirstSteps['refused']>
  const readRefused = async (actor = owner): Promise<Refused | undefined> => {
    await writeRefusals(services)
    return (await readFirstSteps(services, actor))?.refused
  }

  it('names the account that was asked for, until the calls went on', async () => {
    await addAcme()
    await createAccount(services, root, account({ id: 'bolt', name: 'Bolt' }))
    await addReturnAddress(services, root, { origin: crmOrigin })
    const program = await insertUser(services, { role: 'service', accountScope: 'list', accountIds: ['acme'] })
    const client = await addTestProgram(services, program)
    expect(await readRefused()).toBeUndefined()
    services.clock.advance(secondMs)
    expect((await postGrant(client.accessToken, { accountId: 'bolt', backUrl: crmOrigin })).status).toBe(403)
    expect(await readRefused()).toMatchObject({
      refusal: { endpoint: '/auth/v1/sso', reason: 'account_not_allowed', keyId: client.keyId },
      asked: { id: 'bolt', name: 'Bolt' },
      isSolved: false,
    })
    await changeAccountAccess(services, root, { userId: program.id, added: ['bolt'], removed: [] })
    expect((await readRefused())?.isSolved).toBe(true)
    services.clock.advance(secondMs)
    const link = await issueLink(client)
    expect(await readRefused()).toBeUndefined()
    services.clock.advance(minuteMs)
    await new TestBrowser().open(link.href, { 'X-Request-Id': 'req_2' })
    expect(await readRefused()).toMatchObject({ refusal: { endpoint: '/sso', reason: 'link_expired' } })
  })

  it('of an unknown account names no account', async () => {
    const program = await insertUser(services, { role: 'service', accountScope: 'all' })
    const client = await addTestProgram(services, program)
    await postGrant(client.accessToken, { accountId: 'acme' })
    const refused = await readRefused()
    expect(refused?.refusal).toMatchObject({ reason: 'account_unknown', facts: { accountId: 'acme' } })
    expect(refused?.asked).toBeUndefined()
  })

  it('is not shown to an admin who may not manage the owner of the key', async () => {
    const client = await addTestProgram(services, await insertUser(services, { role: 'owner' }))
    const wrong = { id: client.keyId, secret: `${client.secret}x` }
    services.clock.advance(secondMs)
    await postToken(clientFields(wrong))
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    expect(await readRefused(admin)).toBeUndefined()
    expect(await readFirstSteps(services, admin)).toMatchObject({
      done: { key: false },
      key: undefined,
      call: { token: null },
    })
    expect((await readRefused())?.refusal.reason).toBe('secret_malformed')
  })

  it('leaves out newer keys of others: the admin goes on with one of their own', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const program = await insertUser(services, { role: 'service', accountScope: 'all' })
    const own = await addTestProgram(services, program)
    services.clock.advance(1)
    const other = await addTestProgram(services, await insertUser(services, { role: 'owner' }))
    expect((await readFirstSteps(services, admin))?.key?.id).toBe(own.keyId)
    expect((await read())?.key?.id).toBe(other.keyId)
  })

  it('of an account outside the key isn’t solved by what its owner may open', async () => {
    await addAcme()
    await createAccount(services, root, account({ id: 'bolt', name: 'Bolt' }))
    const program = await insertUser(services, { role: 'service', accountScope: 'all' })
    const { id, secret } = await generateApiKey(services, root, {
      name: 'CRM',
      ownerId: program.id,
      expiresInDays: null,
      accountIds: ['acme'],
    })
    const client = await renewToken({ owner: program, keyId: id, secret, accessToken: '' })
    await postGrant(client.accessToken, { accountId: 'bolt' })
    expect(await readRefused()).toMatchObject({
      refusal: { reason: 'account_outside_key' },
      asked: { id: 'bolt' },
      isSolved: false,
    })
  })

  it('nor is the key that opened the first account, only that it did', async () => {
    await addAcme()
    await addReturnAddress(services, root, { origin: crmOrigin })
    const client = await addTestProgram(services, await insertUser(services, { role: 'owner' }))
    await new TestBrowser().open((await issueLink(client)).href)
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const steps = await readFirstSteps(services, admin)
    expect(steps).toMatchObject({ done: { program: true, key: true, call: true }, key: undefined, program: undefined })
    expect(JSON.stringify(steps)).not.toContain(client.keyId)
  })
})

it('reads accounts, keys and events by indexes', async () => {
  const visible = { roles: ['service'], ownId: 'usr_x' } as const
  const plans = [
    await explain(services.db, (db) => findFirstAccount(db)),
    await explain(services.db, (db) => findOpeningKey(db)),
    await explain(services.db, (db) => findNewestKeyId(db, visible)),
  ].map((plan) => plan.join('\n'))
  const indexes = ['accounts_by_creation', 'api_keys_by_creation', 'api_keys_by_creation']
  for (const [index, plan] of plans.entries()) expect(plan).toContain(indexes[index])
})
