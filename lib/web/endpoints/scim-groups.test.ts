import { beforeEach, describe, expect, it } from 'vitest'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { type Directory, groupSchema, makeDirectory, scimError } from '#lib/testing/scim.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let directory: Directory
let anna: string
let ben: string
beforeEach(async () => {
  services = await openTestServices()
  directory = await makeDirectory(services)
  anna = await directory.addUser('anna@corp.example', { displayName: 'Anna' })
  ben = await directory.addUser('ben@corp.example', { displayName: 'Ben' })
})

const taken = scimError(409, 'Another group has this displayName or externalId.', 'uniqueness')

async function membersOf(id: string): Promise<string[]> {
  const { body } = await directory.call('GET', `/Groups/${id}`)
  return (body.members ?? []).map(({ value }: { value: string }) => value).toSorted()
}

async function eventsOf(prefix: string) {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_name', 'key_id', 'details'])
    .where('kind', 'like', `${prefix}%`)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, details }) => [kind, JSON.parse(details)])
}

async function roleOf(id: string): Promise<string | undefined> {
  return (await services.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role
}

async function mapToAccount(groupName: string): Promise<void> {
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  await addMapping(services, root, {
    source: scimSource,
    groupName,
    accountGroupId: await makeGroup(services, ['acme']),
  })
}

async function opens(userId: string): Promise<boolean> {
  return (await findOpenable(services.db, userId, 'acme')) !== undefined
}

describe('a group', () => {
  it('is created, read, renamed and deleted', async () => {
    const { status, headers, body } = await directory.call('POST', '/Groups', {
      body: { schemas: [groupSchema], displayName: 'Support', externalId: 'g-1', members: [{ value: anna }] },
    })
    const location = `${testBaseUrl}/scim/v2/Groups/${body.id}`
    const created = '2026-11-21T12:00:00.000Z'
    expect(status).toBe(201)
    expect(headers).toMatchObject({ location, etag: body.meta.version })
    expect(body).toEqual({
      schemas: [groupSchema],
      id: expect.stringMatching(/^sgr_/),
      externalId: 'g-1',
      displayName: 'Support',
      members: [{ value: anna, display: 'Anna', type: 'User' }],
      meta: { resourceType: 'Group', created, lastModified: created, location, version: headers.etag },
    })
    expect((await directory.call('GET', `/Groups/${body.id}`)).body).toEqual(body)
    expect((await directory.call('GET', `/Users/${anna}`)).body.groups).toEqual([
      { value: body.id, display: 'Support' },
    ])
    const renamed = await directory.patch(`/Groups/${body.id}`, [{ op: 'replace', path: 'displayName', value: 'Desk' }])
    expect(renamed).toMatchObject({ status: 204, body: null })
    const unchanged = await directory.patch(`/Groups/${body.id}`, [
      { op: 'replace', path: 'displayName', value: 'Desk' },
    ])
    expect(unchanged.status).toBe(204)
    expect((await directory.call('DELETE', `/Groups/${body.id}`)).status).toBe(204)
    expect((await directory.call('GET', `/Groups/${body.id}`)).status).toBe(404)
    expect((await directory.call('GET', `/Users/${anna}`)).body.groups).toEqual([])
    expect(await eventsOf('scim_group')).toEqual([
      ['scim_group.created', { members: 1 }],
      ['scim_group.updated', { formerName: 'Support' }],
      ['scim_group.deleted', { members: 1 }],
    ])
  })

  it('has a name and an external ID of its own', async () => {
    const one = await directory.addGroup('Support')
    await directory.patch(`/Groups/${one}`, [{ op: 'add', path: 'externalId', value: 'g-1' }])
    const other = await directory.addGroup('Desk')
    const post = (body: object) => directory.call('POST', '/Groups', { body })
    expect((await post({ displayName: 'SUPPORT' })).body).toEqual(taken)
    expect((await post({ displayName: 'New', externalId: 'g-1' })).body).toEqual(taken)
    for (const [path, value] of [
      ['displayName', 'support'],
      ['externalId', 'g-1'],
    ]) {
      expect((await directory.patch(`/Groups/${other}`, [{ op: 'replace', path, value }])).body).toEqual(taken)
    }
    expect((await post({})).body).toEqual(scimError(400, 'A displayName is required.', 'invalidValue'))
  })

  it('changes its members by every kind of operation', async () => {
    const id = await directory.addGroup('Support')
    const patch = async (...operations: readonly object[]) => {
      expect((await directory.patch(`/Groups/${id}`, operations)).status).toBe(204)
      return membersOf(id)
    }
    const both = [anna, ben].toSorted()
    expect(await patch({ op: 'add', path: 'members', value: [{ value: anna }, { value: ben }] })).toEqual(both)
    expect(await patch({ op: 'add', path: 'members', value: [{ value: anna }] })).toEqual(both)
    expect(await patch({ op: 'remove', path: `members[value eq "${anna}"]` })).toEqual([ben])
    expect(await patch({ op: 'replace', path: 'members', value: [{ value: anna }] })).toEqual([anna])
    expect(await patch({ op: 'replace', value: { members: [{ value: ben }] } })).toEqual([ben])
    expect(await patch({ op: 'remove', path: 'members' })).toEqual([])
    expect(await patch({ op: 'remove', path: 'members', value: [{ value: anna }] })).toEqual([])
    expect(
      await patch(
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: [{ value: anna }, { value: ben }] },
        { op: 'remove', path: `members[value eq "${anna}" or value eq "none"]` },
      ),
    ).toEqual([ben])
    expect((await eventsOf('scim_group.members')).map(([, details]) => details)).toEqual([
      { addedMembers: 2, removedMembers: 0 },
      { addedMembers: 0, removedMembers: 1 },
      { addedMembers: 1, removedMembers: 1 },
      { addedMembers: 1, removedMembers: 1 },
      { addedMembers: 0, removedMembers: 1 },
      { addedMembers: 1, removedMembers: 0 },
    ])
  })

  it.each([
    [{ op: 'add', path: 'members', value: [{ value: 'usr_none' }] }, 400, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ display: 'x' }] }, 400, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ value: 'sgr_x', type: 'Group' }] }, 400, 'invalidValue'],
    [{ op: 'add', path: 'members[value eq "x"]', value: [] }, 400, 'invalidPath'],
    [{ op: 'remove', path: 'members[display eq "x"]' }, 400, 'invalidPath'],
    [{ op: 'remove', path: 'members[not (value eq "x")]' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'members.display', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'nonsense', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: 'x' }, 400, 'mutability'],
    [{ op: 'remove', path: 'displayName' }, 400, 'invalidValue'],
    [{ op: 'add', path: 'members', value: Array(1_001).fill({ value: 'x' }) }, 413, 'tooMany'],
  ])('refuses %j and changes nothing', async (operation, status, scimType) => {
    const id = await directory.addGroup('Support', [anna])
    const before = (await directory.call('GET', `/Groups/${id}`)).body
    const refused = await directory.patch(`/Groups/${id}`, [
      { op: 'replace', path: 'displayName', value: 'Other' },
      operation,
    ])
    expect([refused.status, refused.body.scimType]).toEqual([status, scimType])
    expect((await directory.call('GET', `/Groups/${id}`)).body).toEqual(before)
  })

  it('is listed with its members, or without them', async () => {
    const id = await directory.addGroup('Support', [anna, ben])
    await directory.addGroup('Desk')
    const list = async (query: string) => (await directory.call('GET', `/Groups?${query}`)).body
    expect((await list('')).totalResults).toBe(2)
    for (const filter of [
      'displayName eq "SUPPORT"',
      `id eq "${id}"`,
      `members.value eq "${anna}"`,
      `members eq "${anna}"`,
      `id eq "${id}" and members[value eq "${ben}"]`,
    ]) {
      const found = await list(`filter=${encodeURIComponent(filter)}&excludedAttributes=members`)
      expect(found).toMatchObject({ totalResults: 1, Resources: [{ id }] })
      expect(found.Resources[0]).not.toHaveProperty('members')
    }
    expect((await list(`filter=${encodeURIComponent('displayName eq "Support"')}`)).Resources[0].members).toHaveLength(
      2,
    )
    expect(await list(`filter=${encodeURIComponent('members.display eq "x"')}`)).toEqual(
      scimError(400, 'Groups can be filtered by id, displayName, externalId, and members.value.', 'invalidFilter'),
    )
  })

  it('412 for an outdated If-Match', async () => {
    const id = await directory.addGroup('Support')
    const { headers } = await directory.call('GET', `/Groups/${id}`)
    const put = (displayName: string) =>
      directory.call('PUT', `/Groups/${id}`, { body: { displayName }, headers: { 'If-Match': headers.etag ?? '' } })
    expect((await put('One')).status).toBe(200)
    expect((await put('Two')).status).toBe(412)
  })
})

describe('a mapped group', () => {
  it('gives its members an account group, and takes it from those who leave', async () => {
    await mapToAccount('Support')
    const id = await directory.addGroup('Support', [anna])
    expect([await opens(anna), await opens(ben)]).toEqual([true, false])
    const members = (op: string, value: string) =>
      directory.patch(`/Groups/${id}`, [{ op, path: 'members', value: [{ value }] }])
    await members('replace', ben)
    expect([await opens(anna), await opens(ben)]).toEqual([false, true])
    const facts = (await eventsOf('user.updated')).map(([, details]) => Object.keys(details).join(' '))
    expect(facts.toSorted()).toEqual(['mappedBy addedGroups', 'mappedBy addedGroups', 'mappedBy removedGroups'])
    await directory.call('DELETE', `/Groups/${id}`)
    expect(await opens(ben)).toBe(false)
  })

  it('follows its name', async () => {
    await mapToAccount('Support')
    const id = await directory.addGroup('Desk', [anna])
    const rename = (value: string) => directory.patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value }])
    await rename('Support')
    expect(await opens(anna)).toBe(true)
    await rename('support')
    expect(await opens(anna)).toBe(false)
  })

  it('gives nothing to a deactivated member until they are reactivated', async () => {
    await mapToAccount('Support')
    const id = await directory.addGroup('Support', [anna])
    const activate = (value: boolean) => directory.patch(`/Users/${anna}`, [{ op: 'replace', path: 'active', value }])
    await activate(false)
    expect(await opens(anna)).toBe(false)
    await activate(true)
    expect(await opens(anna)).toBe(true)
    await directory.call('DELETE', `/Users/${anna}`)
    expect(await membersOf(id)).toEqual([])
    expect(await opens(anna)).toBe(false)
  })

  it('makes an admin by the key of an owner, and an agent again', async () => {
    await addMapping(services, root, { source: scimSource, groupName: 'Leads', role: 'admin' })
    const id = await directory.addGroup('Leads', [anna])
    expect(await roleOf(anna)).toBe('admin')
    await directory.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }])
    expect(await roleOf(anna)).toBe('agent')
  })

  it('never makes an owner, and never changes one', async () => {
    await expect(
      addMapping(services, root, { source: scimSource, groupName: 'Owners', role: 'owner' }),
    ).rejects.toMatchObject({ code: 'input_invalid' })
    await addMapping(services, root, { source: scimSource, groupName: 'Staff', role: 'agent' })
    const id = await directory.addGroup('Staff', [anna])
    await updateUser(services, root, { userId: anna, name: 'Anna', role: 'owner' })
    await directory.patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value: 'Staff ' }])
    await directory.call('DELETE', `/Groups/${id}`)
    expect(await roleOf(anna)).toBe('owner')
  })

  it.each([
    ['a new group', () => (other: Directory) => other.call('POST', '/Groups', groupOf('Leads', [ben]))],
    [
      'a new member',
      async () => {
        const id = await directory.addGroup('Leads')
        return ({ patch }: Directory) =>
          patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: ben }] }])
      },
    ],
    [
      'another name',
      async () => {
        const id = await directory.addGroup('Other', [ben])
        return ({ patch }: Directory) =>
          patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value: 'Leads' }])
      },
    ],
    [
      'a reactivation',
      async () => {
        const id = await directory.addGroup('Before', [ben])
        await directory.patch(`/Users/${ben}`, [{ op: 'replace', path: 'active', value: false }])
        await services.db.updateTable('scim_groups').set({ name: 'Leads' }).where('id', '=', id).execute()
        return ({ patch }: Directory) => patch(`/Users/${ben}`, [{ op: 'replace', path: 'active', value: true }])
      },
    ],
  ])('403 for the key of an admin that would make an admin by %s', async (_name, prepare) => {
    await addMapping(services, root, { source: scimSource, groupName: 'Leads', role: 'admin' })
    const limited = await makeDirectory(services, 'admin')
    const escalate = await prepare()
    const { status, body } = await escalate(limited)
    const detail = 'A group gives a role that the owner of this API key may not give.'
    expect([status, body]).toEqual([403, scimError(403, detail)])
    expect(await roleOf(ben)).toBe('agent')
  })

  it('leaves admins as they are for the key of an admin', async () => {
    await addMapping(services, root, { source: scimSource, groupName: 'Leads', role: 'admin' })
    const id = await directory.addGroup('Leads', [anna, ben])
    const limited = await makeDirectory(services, 'admin')
    expect((await limited.call('GET', `/Groups/${id}`)).body.members).toEqual([])
    await limited.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }])
    await limited.patch(`/Groups/${id}`, [{ op: 'remove', path: `members[value eq "${ben}"]` }])
    await limited.call('PUT', `/Groups/${id}`, groupOf('Leads', []))
    expect(await membersOf(id)).toEqual([anna, ben].toSorted())
    // The name is what the mapping gives access by.
    const detail = 'The group has members whom the owner of this API key may not manage.'
    for (const answer of [
      await limited.call('DELETE', `/Groups/${id}`),
      await limited.call('PUT', `/Groups/${id}`, groupOf('Other', [])),
      await limited.patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value: 'Other' }]),
    ]) {
      expect([answer.status, answer.body]).toEqual([403, scimError(403, detail)])
    }
    expect(await membersOf(id)).toEqual([anna, ben].toSorted())
    expect([await roleOf(anna), await roleOf(ben)]).toEqual(['admin', 'admin'])
    expect((await directory.call('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect([await roleOf(anna), await roleOf(ben)]).toEqual(['agent', 'agent'])
  })
})

function groupOf(displayName: string, ids: readonly string[]) {
  return { body: { displayName, members: ids.map((value) => ({ value })) } }
}
