import { beforeEach, describe, expect, it } from 'vitest'
import { type Directory, groupSchema, makeDirectory, patchSchema, userSchema } from '#lib/testing/scim.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let directory: Directory
beforeEach(async () => {
  services = await openTestServices()
  directory = await makeDirectory(services)
})

type Value = Readonly<{ value: string }>

async function find(type: 'Users' | 'Groups', filter: string, more = '') {
  const { status, body } = await directory.call('GET', `/${type}?filter=${encodeURIComponent(filter)}${more}`)
  return { status, ids: body.Resources.map(({ id }: { id: string }) => id), body }
}

/**
 * The requests of Microsoft Entra ID, as its documentation shows them:
 * https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups and, for the
 * spellings without the flag aadOptscim062020,
 * https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
 */
describe('Microsoft Entra ID', () => {
  const entraUser = {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1@corp.example',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'test_user_fd0ea19b@corp.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  }

  async function addEntraUser(): Promise<string> {
    const { status, body } = await directory.call('POST', '/Users', { body: entraUser })
    expect(status).toBe(201)
    return body.id
  }

  it('tests the connection by looking for a random user and gets an empty list', async () => {
    const probe = await find('Users', 'userName eq "5f3b2c0e-1f1b-4a63-8e6c-6b6f2f2e7f0d"')
    expect(probe).toMatchObject({ status: 200, ids: [] })
    expect(probe.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
    expect(await find('Groups', 'displayName eq "5f3b2c0e"', '&excludedAttributes=members')).toMatchObject({
      status: 200,
      ids: [],
    })
  })

  it('creates a user and matches it again by userName, externalId and email address', async () => {
    const id = await addEntraUser()
    for (const filter of [
      `userName eq "${entraUser.userName}"`,
      `externalId eq "${entraUser.externalId}"`,
      'emails[type eq "work"].value eq "test_user_fd0ea19b@corp.example"',
      'emails.value eq "test_user_fd0ea19b@corp.example"',
    ]) {
      expect(await find('Users', filter)).toMatchObject({ ids: [id] })
    }
  })

  it('patches with capitalized operations, a path each, and booleans as text', async () => {
    const id = await addEntraUser()
    const patched = await directory.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@corp.example' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0100' },
      { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: 'Street 1' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Support',
      },
      { op: 'Replace', path: 'active', value: 'False' },
    ])
    expect(patched).toMatchObject({
      status: 200,
      body: {
        emails: [{ value: 'updatedEmail@corp.example', type: 'work', primary: true }],
        name: { familyName: 'updatedFamilyName' },
        active: false,
      },
    })
    const reactivated = await directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'True' }])
    expect(reactivated.body.active).toBe(true)
  })

  it('adds a manager as an array of values, and disables with one in it', async () => {
    const id = await addEntraUser()
    const { status } = await directory.patch(`/Users/${id}`, [
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
        value: [{ $ref: 'http://x/scim/Users/1', value: '1' }],
      },
    ])
    expect(status).toBe(200)
  })

  it('patches without a path, with dotted names in the value', async () => {
    const id = await addEntraUser()
    const patched = await directory.patch(`/Users/${id}`, [
      {
        op: 'replace',
        value: {
          displayName: 'Display Name',
          'name.givenName': 'Given',
          'emails[type eq "work"].value': 'given@corp.example',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Support',
          active: false,
        },
      },
    ])
    expect(patched.body).toMatchObject({
      displayName: 'Display Name',
      active: false,
      name: { givenName: 'Given' },
      emails: [{ value: 'given@corp.example' }],
    })
  })

  it('adds an address of a user who has none of the type', async () => {
    const id = await directory.addUser('plain@corp.example')
    const path = 'emails[type eq "home"].value'
    await directory.patch(`/Users/${id}`, [{ op: 'Add', path, value: 'home@corp.example' }])
    const { body } = await directory.call('GET', `/Users/${id}`)
    expect(body.emails).toEqual([{ value: 'plain@corp.example', type: 'work', primary: true }])
  })

  it('changes the userName alone', async () => {
    const id = await addEntraUser()
    const userName = '5b50642d-79fc-4410-9e90-4c077cdd1a59@corp.example'
    const { body } = await directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'userName', value: userName }])
    expect(body).toMatchObject({ userName, emails: [{ value: 'test_user_fd0ea19b@corp.example' }] })
  })

  it('deletes a user softly, then for good', async () => {
    const id = await addEntraUser()
    await directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: false }])
    expect(await find('Users', `userName eq "${entraUser.userName}"`)).toMatchObject({ ids: [id] })
    expect((await directory.call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await directory.call('DELETE', `/Users/${id}`)).status).toBe(404)
  })

  it('creates a group, and adds and removes members one request at a time', async () => {
    const id = await addEntraUser()
    const created = await directory.call('POST', '/Groups', {
      body: {
        schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'displayName',
        meta: { resourceType: 'Group' },
      },
    })
    expect(created.status).toBe(201)
    const path = `/Groups/${created.body.id}`
    expect((await directory.call('GET', `${path}?excludedAttributes=members`)).body).not.toHaveProperty('members')
    const value = [{ $ref: null, value: id }]
    expect(await directory.patch(path, [{ op: 'Add', path: 'members', value }])).toMatchObject({
      status: 204,
      body: null,
    })
    const other = await directory.addUser('other@corp.example')
    await directory.patch(path, [{ op: 'Add', path: 'members', value: [{ $ref: null, value: other }] }])
    const membersOf = async () => (await directory.call('GET', path)).body.members.map((user: Value) => user.value)
    expect(new Set(await membersOf())).toEqual(new Set([id, other]))
    expect(await find('Groups', `id eq "${created.body.id}" and members eq "${id}"`)).toMatchObject({
      ids: [created.body.id],
    })
    expect(await directory.patch(path, [{ op: 'Remove', path: 'members', value }])).toMatchObject({ status: 204 })
    expect(await membersOf()).toEqual([other])
    expect(await directory.patch(path, [{ op: 'Replace', path: 'displayName', value: 'newName' }])).toMatchObject({
      status: 204,
    })
  })

  it('removes a member by a filter with the flag for compliance', async () => {
    const id = await addEntraUser()
    const groupId = await directory.addGroup('Support', [id])
    await directory.patch(`/Groups/${groupId}`, [{ op: 'Remove', path: `members[value eq "${id}"]` }])
    expect((await directory.call('GET', `/Groups/${groupId}`)).body.members).toEqual([])
  })
})

/**
 * The requests of Okta, as its documentation shows them:
 * https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/
 */
describe('Okta', () => {
  const oktaUser = {
    schemas: [userSchema],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const json = { 'Content-Type': 'application/json; charset=utf-8' }

  async function addOktaUser(): Promise<string> {
    const { status, body } = await directory.call('POST', '/Users', { body: oktaUser, headers: json })
    expect(status).toBe(201)
    return body.id
  }

  it('looks for the user before it creates one', async () => {
    expect(await find('Users', 'userName eq "test.user@okta.local"', '&startIndex=1&count=100')).toMatchObject({
      body: { totalResults: 0, startIndex: 1, itemsPerPage: 0 },
    })
    await addOktaUser()
    const again = await directory.call('POST', '/Users', { body: oktaUser, headers: json })
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  })

  it('never stores the password that it sends', async () => {
    const id = await addOktaUser()
    const row = await services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.password_hash).toBeNull()
    expect(JSON.stringify((await directory.call('GET', `/Users/${id}`)).body)).not.toContain('1mz050nq')
  })

  it('updates a user with PUT, and deactivates with PUT or PATCH', async () => {
    const id = await addOktaUser()
    const put = (changes: object) =>
      directory.call('PUT', `/Users/${id}`, { body: { ...oktaUser, id, meta: {}, ...changes }, headers: json })
    const { body } = await put({ name: { givenName: 'Another', familyName: 'User' }, displayName: 'Another User' })
    expect(body).toMatchObject({ displayName: 'Another User', name: { givenName: 'Another', familyName: 'User' } })
    expect((await put({ active: false })).body.active).toBe(false)
    expect((await put({ active: true })).body.active).toBe(true)
    const patched = await directory.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }])
    expect(patched.body.active).toBe(false)
  })

  it('pushes a group: create, rename without a path, members, and everything at once', async () => {
    const id = await addOktaUser()
    const created = await directory.call('POST', '/Groups', {
      body: { schemas: [groupSchema], displayName: 'Test SCIMv2', members: [] },
      headers: json,
    })
    const path = `/Groups/${created.body.id}`
    const rename = { op: 'replace', value: { id: created.body.id, displayName: 'Test SCIMv2 renamed' } }
    expect((await directory.patch(path, [rename])).status).toBe(204)
    const members = [{ value: id, display: 'test.user@okta.local' }]
    expect((await directory.patch(path, [{ op: 'add', path: 'members', value: members }])).status).toBe(204)
    const moved = [
      { op: 'remove', path: `members[value eq "${id}"]` },
      { op: 'add', path: 'members', value: members },
    ]
    expect((await directory.patch(path, moved)).status).toBe(204)
    expect((await directory.patch(path, [{ op: 'replace', path: 'members', value: members }])).status).toBe(204)
    const put = await directory.call('PUT', path, {
      body: { schemas: [groupSchema], id: created.body.id, displayName: 'Test SCIMv2 renamed', members },
      headers: json,
    })
    expect(put).toMatchObject({ status: 200, body: { displayName: 'Test SCIMv2 renamed', members: [{ value: id }] } })
    expect((await directory.call('DELETE', path)).status).toBe(204)
  })

  it('reads all users and groups to import them', async () => {
    const id = await addOktaUser()
    const groupId = await directory.addGroup('Support', [id])
    const users = await directory.call('GET', '/Users?startIndex=1&count=100')
    const groups = await directory.call('GET', '/Groups?startIndex=1&count=100')
    expect(users.body).toMatchObject({ totalResults: 1, Resources: [{ id, groups: [{ value: groupId }] }] })
    expect(groups.body).toMatchObject({ totalResults: 1, Resources: [{ id: groupId, members: [{ value: id }] }] })
  })

  it('sends PATCH bodies with the schema of the message', async () => {
    const id = await addOktaUser()
    const body = { schemas: [patchSchema], Operations: [{ op: 'replace', value: { active: true } }] }
    expect((await directory.call('PATCH', `/Users/${id}`, { body, headers: json })).status).toBe(200)
  })
})
