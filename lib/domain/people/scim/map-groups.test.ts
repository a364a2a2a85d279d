import { beforeEach, expect, it } from 'vitest'
import { findProvisioned } from '#lib/domain/people/scim/find-provisioned.ts'
import { listProvisionedGroups, mapScimGroup, unmapScimGroup } from '#lib/domain/people/scim/map-groups.ts'
import { getUser } from '#lib/domain/people/users/find-users.ts'
import { listGroupAccess } from '#lib/domain/people/users/group-access.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { anyPerson, insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { type Directory, makeDirectory } from '#lib/testing/scim.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let directory: Directory
beforeEach(async () => {
  services = await openTestServices()
  directory = await makeDirectory(services)
})

async function groupsOf(userId: string): Promise<readonly string[]> {
  return (await listGroupAccess(services, root, userId)).filter(({ given }) => given).map(({ name }) => name)
}

it('a mapping applies to the members at once, and its removal too', async () => {
  const ids: string[] = []
  for (let n = 0; n < 60; n++) ids.push(await directory.addUser(`u${n}@corp.example`))
  await directory.addGroup('Support', ids)
  const accountGroupId = await makeGroup(services, [], 'Germany')
  const { id } = await mapScimGroup(services, root, { groupName: 'Support', accountGroupId })
  for (const userId of ids) expect(await groupsOf(userId)).toEqual(['Germany'])
  await unmapScimGroup(services, root, id)
  for (const userId of ids) expect(await groupsOf(userId)).toEqual([])
})

it('a role applies at once, but to no owner', async () => {
  const [anna, ben] = [await directory.addUser('anna@corp.example'), await directory.addUser('ben@corp.example')]
  await directory.addGroup('Leads', [anna, ben])
  await services.db.updateTable('users').set({ role: 'owner' }).where('id', '=', ben).execute()
  const roles = async () => [(await getUser(services, root, anna)).role, (await getUser(services, root, ben)).role]
  const { id } = await mapScimGroup(services, root, { groupName: 'Leads', role: 'admin' })
  expect(await roles()).toEqual(['admin', 'owner'])
  await unmapScimGroup(services, root, id)
  expect(await roles()).toEqual(['agent', 'owner'])
})

it('groups are listed with their members and mappings, also those that are not provisioned yet', async () => {
  const anna = await directory.addUser('anna@corp.example')
  const groupId = await directory.addGroup('Support', [anna])
  const { id } = await mapScimGroup(services, root, { groupName: 'Later', role: 'agent' })
  const later = { id, source: 'scim', groupName: 'Later', role: 'agent', accountGroupId: null, accountGroupName: null }
  const all = [
    { id: groupId, name: 'Support', members: 1, mappings: [] },
    { id: null, name: 'Later', members: null, mappings: [later] },
  ]
  expect(await listProvisionedGroups(services, root)).toEqual(all)
  const owner = personOf(services, await insertUser(services, { role: 'owner' }))
  expect(await listProvisionedGroups(services, owner)).toEqual(all)
  expect(await listProvisionedGroups(services, anyPerson('admin'))).toEqual(all.slice(0, 1))
  await expect(listProvisionedGroups(services, anyPerson('agent'))).rejects.toMatchObject({ code: 'forbidden' })
})

it('only owners and the operator map groups', async () => {
  const { id } = await mapScimGroup(services, root, { groupName: 'Support', role: 'agent' })
  for (const actor of [anyPerson('admin'), anyPerson('agent'), visitor]) {
    const mapping = mapScimGroup(services, actor, { groupName: 'Support', role: 'admin' })
    await expect(mapping).rejects.toMatchObject({ code: 'forbidden' })
    await expect(unmapScimGroup(services, actor, id)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(unmapScimGroup(services, root, 'map_none')).rejects.toMatchObject({ code: 'not_found' })
})

it('a user’s page says what the directory manages, to managers alone', async () => {
  const anna = await directory.addUser('anna@corp.example', { externalId: 'a-1' })
  const other = await insertUser(services)
  const expected = { userName: 'anna@corp.example', externalId: 'a-1', changedAt: services.clock.now() }
  expect(await findProvisioned(services, anyPerson('admin'), anna)).toEqual(expected)
  expect(await findProvisioned(services, root, other.id)).toBeUndefined()
  await expect(findProvisioned(services, anyPerson('agent'), anna)).rejects.toMatchObject({ code: 'forbidden' })
  await directory.call('DELETE', `/Users/${anna}`)
  expect(await findProvisioned(services, root, anna)).toBeUndefined()
})
