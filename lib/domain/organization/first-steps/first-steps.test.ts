import { beforeEach, describe, expect, it } from 'vitest'
import { addMember } from '#lib/domain/accounts/account-groups/edit-members.ts'
import { createGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { createAccount, resumeAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { hideFirstSteps, readFirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'
import { changeAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { crmOrigin, issueLink, renewToken } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  owner = personOf(services, await insertUser(services, { role: 'owner' }))
})

const none = { account: false, service: false, key: false, call: false, agent: false }

describe('the first steps', () => {
  it('are all open on an empty instance, and done by what exists', async () => {
    const read = async () => (await readFirstSteps(services, owner))?.done
    expect(await read()).toEqual(none)
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    expect(await read()).toEqual({ ...none, account: true })
    const program = await insertUser(services, { role: 'service', accountScope: 'list', accountIds: ['acme'] })
    expect(await read()).toEqual({ ...none, account: true, service: true })
    const key = await generateApiKey(services, root, { name: 'CRM', ownerId: program.id, expiresInDays: null })
    expect(await read()).toEqual({ ...none, account: true, service: true, key: true })
    const client = await renewToken({ owner: program, keyId: key.id, secret: key.secret, accessToken: '' })
    await addReturnAddress(services, root, { origin: crmOrigin })
    const link = await issueLink(client)
    expect(await read()).toEqual({ ...none, account: true, service: true, key: true })
    await new TestBrowser().open(link.href)
    expect(await read()).toEqual({ account: true, service: true, key: true, call: true, agent: false })
    await insertUser(services, { role: 'agent' })
    expect(await read()).toBeUndefined()
  })

  it('wait for accounts of the service user, from a list or a group, that are not suspended', async () => {
    const read = () => readFirstSteps(services, owner)
    await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
    const { id, name } = await insertUser(services, { role: 'service', accountScope: 'list' })
    const waiting = { done: { ...none, account: true }, serviceUser: { id, name } }
    const done = { done: { ...none, account: true, service: true }, serviceUser: undefined }
    expect(await read()).toEqual(waiting)
    await changeAccountAccess(services, root, { userId: id, added: ['acme'], removed: [] })
    expect(await read()).toEqual(done)
    await suspendAccount(services, root, 'acme')
    expect(await read()).toEqual(waiting)
    await resumeAccount(services, root, 'acme')
    await changeAccountAccess(services, root, { userId: id, added: [], removed: ['acme'] })
    const group = await createGroup(services, root, { name: 'Germany' })
    await changeGroupAccess(services, root, { userId: id, added: [group.id], removed: [] })
    expect(await read()).toEqual(waiting)
    await addMember(services, root, { groupId: group.id, accountId: 'acme' })
    expect(await read()).toEqual(done)
  })

  it('are done with a service user who opens all accounts', async () => {
    await insertUser(services, { role: 'service_admin', accountScope: 'list' })
    expect(await readFirstSteps(services, owner)).toMatchObject({ done: { service: true } })
  })

  it('are hidden from the manager who hid them alone', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    await hideFirstSteps(services, admin)
    expect(await readFirstSteps(services, admin)).toBeUndefined()
    expect((await readFirstSteps(services, owner))?.done).toEqual(none)
  })
})
