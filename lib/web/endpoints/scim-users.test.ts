import { beforeEach, describe, expect, it } from 'vitest'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { findUserById, setPasswordHash } from '#lib/domain/people/users/store.ts'
import { findIdentity, insertIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { insertProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { hashCheaply } from '#lib/testing/hash-cheaply.ts'
import { goodPassword, insertUser, root } from '#lib/testing/people.ts'
import { type Directory, makeDirectory, scimError, userSchema } from '#lib/testing/scim.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let directory: Directory
beforeEach(async () => {
  services = await openTestServices()
  directory = await makeDirectory(services)
})

const created = '2026-11-21T12:00:00.000Z'
const taken = scimError(409, 'Another user has this userName, email address, or externalId.', 'uniqueness')

const anna = {
  schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  userName: 'Anna.Baker@corp.example',
  externalId: 'a-1',
  name: { givenName: 'Anna', familyName: 'Baker', formatted: 'Anna Baker' },
  emails: [{ type: 'work', value: 'anna@corp.example', primary: true }],
  active: true,
  title: 'Support lead',
  password: 'ignored by Latchkey',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Support' },
}

type Described = Readonly<{ name: string; subAttributes?: readonly { name: string }[] }>

function listPaths({ name, subAttributes = [] }: Described): readonly string[] {
  return [name, ...subAttributes.map((part) => `${name}.${part.name}`)]
}

function pathsIn(name: string, value: unknown): readonly string[] {
  const entries = Array.isArray(value) ? value : [value]
  return [
    name,
    ...entries.flatMap((entry) => (Object(entry) === entry ? Object.keys(entry).map((part) => `${name}.${part}`) : [])),
  ]
}

async function usersNamed(name: string) {
  const { body } = await directory.call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`)
  return body.Resources
}

async function eventsOf(userId: string) {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_kind', 'actor_name', 'key_id', 'details'])
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
}

describe('POST /scim/v2/Users', () => {
  it('creates an agent without a password or account access, and without mail settings no link', async () => {
    const { status, headers, body } = await directory.call('POST', '/Users', { body: anna })
    const location = `${testBaseUrl}/scim/v2/Users/${body.id}`
    expect(status).toBe(201)
    expect(body).toEqual({
      schemas: [userSchema],
      id: expect.stringMatching(/^usr_/),
      externalId: 'a-1',
      userName: 'Anna.Baker@corp.example',
      name: { formatted: 'Anna Baker', givenName: 'Anna', familyName: 'Baker' },
      displayName: 'Anna Baker',
      emails: [{ value: 'anna@corp.example', type: 'work', primary: true }],
      active: true,
      groups: [],
      meta: { resourceType: 'User', created, lastModified: created, location, version: headers.etag },
    })
    expect(headers).toMatchObject({ location, 'content-type': 'application/scim+json', 'cache-control': 'no-store' })
    const row = await services.db.selectFrom('users').selectAll().where('id', '=', body.id).executeTakeFirst()
    expect(row).toMatchObject({
      username: 'Anna.Baker',
      email: 'anna@corp.example',
      name: 'Anna Baker',
      role: 'agent',
      account_scope: 'list',
      password_hash: null,
    })
    expect(await services.db.selectFrom('mails').selectAll().execute()).toEqual([])
    expect(await services.db.selectFrom('password_links').selectAll().execute()).toEqual([])
    expect(await eventsOf(body.id)).toEqual([
      {
        kind: 'user.created',
        actor_kind: 'program',
        actor_name: 'Directory',
        key_id: directory.key.id,
        details: { role: 'agent', accountScope: 'list', listedAccounts: 0 },
      },
    ])
  })

  it('answers nothing but what /Schemas describes', async () => {
    const { body: user } = await directory.call('POST', '/Users', { body: anna })
    const { body: schemas } = await directory.call('GET', '/Schemas')
    const described = schemas.Resources[0].attributes.flatMap((attribute: Described) => listPaths(attribute))
    const answered = Object.entries(user).flatMap(([name, value]) => pathsIn(name, value))
    const common = ['schemas', 'id', 'externalId', 'meta']
    expect(answered.filter((path) => !common.includes(path.split('.')[0] ?? '') && !described.includes(path))).toEqual(
      [],
    )
    expect(answered).toEqual(expect.arrayContaining(['userName', 'name.givenName', 'emails.value']))
  })

  it('takes an email address from the user name, and the username from the part before the @', async () => {
    const id = await directory.addUser('ben@corp.example')
    const other = await directory.addUser('ben@other.example')
    const odd = await directory.addUser('a@corp.example', { displayName: 'É' })
    const rows = await services.db.selectFrom('users').select(['id', 'username', 'email', 'name']).execute()
    const userOf = (wanted: string) => rows.find((row) => row.id === wanted)
    expect(userOf(id)).toMatchObject({ username: 'ben', email: 'ben@corp.example', name: 'ben@corp.example' })
    expect(userOf(other)).toMatchObject({ username: expect.stringMatching(/^ben-\w{6}$/), email: 'ben@other.example' })
    expect(userOf(odd)).toMatchObject({ username: expect.stringMatching(/^a-\w{6}$/), name: 'É' })
  })

  it('creates a deactivated user', async () => {
    const { body } = await directory.call('POST', '/Users', { body: { ...anna, active: 'False' } })
    expect(body.active).toBe(false)
  })

  it.each([
    ['userName', { emails: [] }],
    ['userName in another case', { userName: 'ANNA.BAKER@CORP.EXAMPLE', externalId: 'a-2', emails: [] }],
    ['externalId', { userName: 'other@corp.example', emails: [] }],
    ['email address', { userName: 'other@corp.example', externalId: 'a-2' }],
  ])('409 for a taken %s', async (_name, changes) => {
    await directory.call('POST', '/Users', { body: anna })
    const { status, body } = await directory.call('POST', '/Users', { body: { ...anna, ...changes } })
    expect([status, body]).toEqual([409, taken])
    expect(await services.db.selectFrom('scim_users').selectAll().execute()).toHaveLength(1)
  })

  it('409 for the name of an owner or a service user, whom the directory does not see', async () => {
    const owner = await insertUser(services, { role: 'owner' })
    const service = await insertUser(services, { role: 'service' })
    for (const userName of [owner.email, owner.username, service.username]) {
      const { body } = await directory.call('POST', '/Users', { body: { ...anna, userName } })
      expect(body).toEqual(taken)
    }
  })

  it.each([
    [{ userName: undefined }, 'invalidValue', 'A userName is required.'],
    [{ userName: ' ' }, 'invalidValue', 'A userName is required.'],
    [{ userName: 7 }, 'invalidValue', 'A text is expected.'],
    [{ userName: 'a\nb' }, 'invalidValue', 'Use text on one line.'],
    [{ userName: 'x'.repeat(255) }, 'invalidValue', 'Use at most 254 characters.'],
    [{ active: 'maybe' }, 'invalidValue', 'True or false is expected.'],
    [{ userName: 'anna', emails: [] }, 'invalidValue', 'A user needs a valid email address, as email or as userName.'],
    [
      { emails: [{ value: 'no address' }] },
      'invalidValue',
      'A user needs a valid email address, as email or as userName.',
    ],
    [
      { displayName: 'x'.repeat(121), name: undefined },
      'invalidValue',
      'A name must be one line of at most 120 characters.',
    ],
    [{ schemas: ['urn:other'] }, 'invalidSyntax', 'The schemas do not include that of this resource.'],
    // An object without a usable toString can't be made a text.
    [{ schemas: [{ toString: 'x' }] }, 'invalidSyntax', 'The schemas do not include that of this resource.'],
    [{ name: 'Anna' }, 'invalidSyntax', 'A JSON object is expected.'],
  ])('400 for %j', async (changes, scimType, detail) => {
    const { status, body } = await directory.call('POST', '/Users', { body: { ...anna, ...changes } })
    expect([status, body]).toEqual([400, scimError(400, detail, scimType)])
  })

  it('413 for more than 20 email addresses', async () => {
    const emails = Array.from({ length: 21 }, (_, index) => ({ value: `a${index}@corp.example` }))
    const { status, body } = await directory.call('POST', '/Users', { body: { ...anna, emails } })
    expect([status, body]).toEqual([413, scimError(413, 'Send at most 20 entries.', 'tooMany')])
  })
})

describe('the invitation of a provisioned user', () => {
  const invitations = async () => {
    const mails = await services.db.selectFrom('mails').select('kind').execute()
    const links = await services.db
      .selectFrom('password_links')
      .select('user_id')
      .where('used_at', 'is', null)
      .execute()
    return { mails: mails.map(({ kind }) => kind), links: links.length }
  }

  beforeEach(async () => {
    services = await openTestServices({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' })
    directory = await makeDirectory(services)
  })

  it('is mailed once, and again to a new address and after a reactivation', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const first = ['invitation']
    expect(await invitations()).toEqual({ mails: first, links: 1 })
    const patch = (path: string, value: unknown) =>
      directory.patch(`/Users/${body.id}`, [{ op: 'replace', path, value }])
    await patch('displayName', 'Anna')
    await patch('active', true)
    expect(await invitations()).toEqual({ mails: first, links: 1 })
    await patch('emails[type eq "work"].value', 'new@corp.example')
    const second = [...first, 'invitation']
    expect(await invitations()).toEqual({ mails: second, links: 1 })
    await patch('active', false)
    expect(await invitations()).toEqual({ mails: second, links: 0 })
    await patch('active', true)
    expect(await invitations()).toEqual({ mails: [...second, 'invitation'], links: 1 })
  })

  it('goes neither to a deactivated user nor to one who has signed in or has a password', async () => {
    await directory.call('POST', '/Users', { body: { ...anna, active: false } })
    const [ben, carl] = [await directory.addUser('ben@corp.example'), await directory.addUser('carl@corp.example')]
    await setPasswordHash(services.db, ben, { hash: hashCheaply(goodPassword), isShort: false })
    await services.db.updateTable('users').set({ last_sign_in_at: 1 }).where('id', '=', carl).execute()
    await services.db.deleteFrom('mails').execute()
    await services.db.deleteFrom('password_links').execute()
    for (const id of [ben, carl]) {
      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: `${id}@corp.example` }])
      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }])
    }
    expect(await invitations()).toEqual({ mails: [], links: 0 })
  })
})

describe('GET /scim/v2/Users', () => {
  it.each([
    'userName eq "anna.baker@corp.example"',
    'USERNAME EQ "Anna.Baker@corp.example"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "anna.baker@corp.example"',
    'externalId eq "a-1"',
    'emails.value eq "anna@corp.example"',
    'emails[value eq "ANNA@corp.example"]',
    'emails[type eq "work" and primary eq true].value eq "anna@corp.example"',
    'active eq true and externalId eq "a-1"',
    'active eq "True" and (externalId eq "a-1" or externalId eq "none")',
    'not (active eq false) and externalId eq "a-1"',
  ])('finds one user by %s', async (filter) => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    await directory.addUser('other@corp.example', { externalId: 'A-1' })
    const found = await directory.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id: body.id }] })
  })

  it('finds users that the portal made by email address and by username', async () => {
    const user = await insertUser(services, { username: 'carl', email: 'carl@corp.example' })
    expect(await usersNamed('carl@corp.example')).toMatchObject([{ id: user.id, userName: 'carl@corp.example' }])
    expect(await usersNamed('CARL')).toMatchObject([{ id: user.id, userName: 'carl@corp.example' }])
    await directory.call('PUT', `/Users/${user.id}`, { body: { userName: 'carl' } })
    expect(await usersNamed('carl')).toMatchObject([{ id: user.id, userName: 'carl' }])
    expect(await usersNamed('carl@corp.example')).toEqual([])
  })

  it('derives the parts of a name that the portal has in one piece', async () => {
    const [ann, cher] = await Promise.all(
      ['Ann Mary Lee', 'Cher'].map((name) => insertUser(services, { name, username: name.split(' ')[0] ?? '' })),
    )
    expect((await usersNamed('ann'))[0].name).toEqual({
      formatted: 'Ann Mary Lee',
      givenName: 'Ann Mary',
      familyName: 'Lee',
    })
    expect((await usersNamed('cher'))[0].name).toEqual({ formatted: 'Cher' })
    const married = [{ op: 'Replace', path: 'name.familyName', value: 'Smith' }]
    expect((await directory.patch(`/Users/${ann?.id}`, married)).body).toMatchObject({
      name: { formatted: 'Ann Mary Smith', givenName: 'Ann Mary', familyName: 'Smith' },
    })
    expect((await directory.patch(`/Users/${cher?.id}`, married)).status).toBe(200)
  })

  it.each([
    ['title eq "x"', 'Users can be filtered by id, userName, externalId, emails.value, and active.'],
    ['userName co "x"', 'The only supported operator is eq.'],
    ['userName eq "x', 'The filter is malformed.'],
    ['userName eq x', 'A value in double quotes is expected.'],
    ['userName eq 7', 'This attribute is compared with a text.'],
    ['active eq "maybe"', 'This attribute is compared with true or false.'],
    ['userName eq "x" and', 'An attribute is expected.'],
    ['(userName eq "x"', 'A bracket is not closed.'],
    ['userName eq "x" userName', 'The filter goes on after its end.'],
    [`${'('.repeat(6)}userName eq "x"${')'.repeat(6)}`, 'Use at most 5 levels of parentheses.'],
    [Array(21).fill('id eq "x"').join(' or '), 'Use at most 20 comparisons.'],
    [`userName eq "${'x'.repeat(1_000)}"`, 'Use at most 1000 characters.'],
    ['__proto__ eq "x"', 'An attribute is expected.'],
    ['constructor.prototype eq "x"', 'Users can be filtered by id, userName, externalId, emails.value, and active.'],
  ])('400 for the filter %s', async (filter, detail) => {
    const { status, body } = await directory.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect([status, body]).toEqual([400, scimError(400, detail, 'invalidFilter')])
  })

  it('lists pages of at most 200', async () => {
    for (let index = 0; index < 3; index++) await directory.addUser(`u${index}@corp.example`)
    const list = async (query: string) => (await directory.call('GET', `/Users?${query}`)).body
    const all = await list('')
    expect(all).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 3 })
    const pages = [...(await list('startIndex=1&count=2')).Resources, ...(await list('startIndex=3&count=2')).Resources]
    expect(pages).toEqual(all.Resources)
    expect(await list('startIndex=-5&count=1')).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 1 })
    for (const query of ['count=0', 'count=-1', 'startIndex=4', 'startIndex=999999999999']) {
      expect(await list(query)).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] })
    }
    expect((await list('count=999999999')).Resources).toHaveLength(3)
    expect(await list('count=1e9')).toEqual(
      scimError(400, 'startIndex and count must be whole numbers.', 'invalidValue'),
    )
  })

  it('returns the attributes that the client wants', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const get = async (query: string) => (await directory.call('GET', `/Users/${body.id}?${query}`)).body
    const always = { schemas: [userSchema], id: body.id }
    expect(await get('attributes=userName,name.givenName')).toEqual({
      ...always,
      userName: anna.userName,
      name: { givenName: 'Anna' },
    })
    expect(await get('attributes=EMAILS')).toEqual({ ...always, emails: body.emails })
    const { meta, groups, ...rest } = body
    expect(await get('excludedAttributes=meta,groups,id')).toEqual(rest)
    expect(await get('attributes=id&excludedAttributes=id')).toEqual(
      scimError(400, 'Send attributes or excludedAttributes, not both.', 'invalidValue'),
    )
  })
})

describe('PUT and PATCH of a user', () => {
  it('PUT replaces what it has, and keeps the rest', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const replaced = await directory.call('PUT', `/Users/${body.id}`, {
      body: { schemas: [userSchema], userName: 'anna.smith@corp.example', name: { familyName: 'Smith' } },
    })
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({
      externalId: 'a-1',
      userName: 'anna.smith@corp.example',
      active: true,
      name: { givenName: 'Anna', familyName: 'Smith' },
      emails: body.emails,
    })
  })

  it('records what changed, once', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    services.clock.advance(1)
    const change = [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'anna.b@corp.example' }]
    await directory.patch(`/Users/${body.id}`, change)
    const again = await directory.patch(`/Users/${body.id}`, change)
    expect(again.body.meta.lastModified).toBe('2026-11-21T12:00:00.001Z')
    expect((await eventsOf(body.id)).slice(1)).toEqual([
      {
        kind: 'user.updated',
        actor_kind: 'program',
        actor_name: 'Directory',
        key_id: directory.key.id,
        details: { formerEmail: 'anna@corp.example' },
      },
    ])
  })

  it('records nothing for what Latchkey does not keep', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    services.clock.advance(1)
    const home = { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@corp.example' }
    const patched = await directory.patch(`/Users/${body.id}`, [home, { op: 'Replace', path: 'title', value: 'x' }])
    expect(patched.body).toEqual(body)
    expect((await eventsOf(body.id)).map(({ kind }) => kind)).toEqual(['user.created'])
  })

  it('an email address that was the user name follows it', async () => {
    const id = await directory.addUser('ben@corp.example')
    const { body } = await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'userName', value: 'b@corp.example' },
    ])
    expect(body.emails).toEqual([{ value: 'b@corp.example', type: 'work', primary: true }])
  })

  it.each([
    [[{ op: 'replace', path: 'displayName', value: 'Dr. Baker' }], 'Dr. Baker'],
    [[{ op: 'replace', path: 'name.formatted', value: 'A. Baker' }], 'A. Baker'],
    [[{ op: 'replace', path: 'name.familyName', value: 'Smith' }], 'Anna Smith'],
    [[{ op: 'replace', path: 'name', value: { givenName: 'Ann', familyName: 'Smith' } }], 'Ann Smith'],
    [[{ op: 'remove', path: 'name.familyName' }], 'Anna'],
    [[{ op: 'remove', path: 'displayName' }], 'Anna Baker'],
    [[{ op: 'replace', path: 'title', value: 'x' }], 'Anna Baker'],
  ])('%j names the user %s', async (operations, name) => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const patched = await directory.patch(`/Users/${body.id}`, operations)
    expect(patched.body.displayName).toBe(name)
  })

  it.each([
    [{ op: 'move', path: 'active', value: true }, 400, 'invalidSyntax'],
    [{ path: 'active', value: true }, 400, 'invalidSyntax'],
    ['active', 400, 'invalidSyntax'],
    [{ op: 'remove' }, 400, 'noTarget'],
    [{ op: 'add', value: 'x' }, 400, 'invalidValue'],
    [{ op: 'add', path: 7, value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'nonsense', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'name.nonsense', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: '__proto__', value: { polluted: 1 } }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'constructor.prototype', value: { polluted: 1 } }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type co "x"].value', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: 'x' }, 400, 'mutability'],
    [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }, 400, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 400, 'invalidValue'],
    [{ op: 'remove', path: 'active' }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 1 }, 400, 'invalidValue'],
  ])('refuses the operation %j and changes nothing', async (operation, status, scimType) => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const ok = { op: 'replace', path: 'displayName', value: 'Other' }
    const refused = await directory.patch(`/Users/${body.id}`, [ok, operation])
    expect([refused.status, refused.body.scimType]).toEqual([status, scimType])
    expect((await directory.call('GET', `/Users/${body.id}`)).body).toEqual(body)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('409 for a name that another user has', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const ben = await directory.addUser('ben@corp.example', { externalId: 'b-1' })
    for (const [path, value] of [
      ['userName', anna.userName],
      ['externalId', 'a-1'],
      ['emails[type eq "work"].value', 'anna@corp.example'],
    ]) {
      const refused = await directory.patch(`/Users/${ben}`, [{ op: 'replace', path, value }])
      expect([path, refused.body]).toEqual([path, taken])
    }
    expect(body.id).not.toBe(ben)
  })

  it('412 for an outdated If-Match, 304 for a known If-None-Match', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const path = `/Users/${body.id}`
    const etag = body.meta.version
    expect(await directory.call('GET', path, { headers: { 'If-None-Match': etag } })).toMatchObject({
      status: 304,
      body: null,
    })
    const put = (ifMatch: string, displayName: string) =>
      directory.call('PUT', path, { body: { ...anna, displayName }, headers: { 'If-Match': ifMatch } })
    expect((await put(etag, 'One')).status).toBe(200)
    expect(await put(etag, 'Two')).toMatchObject({
      status: 412,
      body: scimError(412, 'It has changed since it was read.'),
    })
    expect((await put('*', 'Two')).status).toBe(200)
    expect((await directory.call('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(412)
  })

  it('active: null leaves the state as it is', async () => {
    const { body } = await directory.call('POST', '/Users', { body: { ...anna, active: null } })
    expect(body.active).toBe(true)
    const patched = await directory.patch(`/Users/${body.id}`, [{ op: 'replace', path: 'active', value: null }])
    expect([patched.status, patched.body.active]).toEqual([200, true])
    await directory.patch(`/Users/${body.id}`, [{ op: 'replace', value: { active: 'False' } }])
    const put = await directory.call('PUT', `/Users/${body.id}`, { body: { ...anna, active: null } })
    expect([put.status, put.body.active]).toEqual([200, false])
  })

  it.each([
    [{ op: 'REPLACE', path: 'Active', value: 'FALSE' }, { active: false }],
    [{ op: 'replace', value: { active: 'False', id: 'x', schemas: [userSchema] } }, { active: false }],
    [{ op: 'Replace', path: '', value: { 'name.familyName': 'Smith' } }, { displayName: 'Anna Smith' }],
    [
      { op: 'Add', value: { 'emails[type eq "work"].value': 'new@corp.example' } },
      { emails: [{ value: 'new@corp.example' }] },
    ],
    [
      { op: 'Replace', path: 'emails[primary eq "True"].value', value: 'new@corp.example' },
      { emails: [{ value: 'new@corp.example' }] },
    ],
    [
      { op: 'Replace', path: 'EMAILS[TYPE EQ "Work"].VALUE', value: 'new@corp.example' },
      { emails: [{ value: 'new@corp.example' }] },
    ],
    [{ op: 'replace', path: 'emails.value', value: 'new@corp.example' }, { emails: [{ value: 'new@corp.example' }] }],
    [
      { op: 'Replace', path: 'emails', value: [{ value: 'new@corp.example', primary: 'True' }] },
      { emails: [{ value: 'new@corp.example' }] },
    ],
    [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'x' }, { displayName: 'Anna Baker' }],
    [
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'x' },
      { displayName: 'Anna Baker' },
    ],
    [
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'New@corp.example' },
      { userName: 'New@corp.example' },
    ],
  ])('takes the form %j that directories send', async (operation, expected) => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    expect(await directory.patch(`/Users/${body.id}`, [operation])).toMatchObject({ status: 200, body: expected })
  })

  it('active: false deactivates, active: true reactivates', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    const set = (value: unknown) => directory.patch(`/Users/${body.id}`, [{ op: 'replace', path: 'active', value }])
    expect((await set(false)).body.active).toBe(false)
    expect((await set(false)).status).toBe(200)
    expect((await set(true)).body.active).toBe(true)
    expect((await eventsOf(body.id)).map(({ kind }) => kind)).toEqual([
      'user.created',
      'user.deactivated',
      'user.reactivated',
    ])
  })

  it('manages a user of the portal from the first change on', async () => {
    const user = await insertUser(services, { username: 'carl', email: 'carl@corp.example', name: 'Carl' })
    await directory.patch(`/Users/${user.id}`, [{ op: 'Add', path: 'externalId', value: 'c-1' }])
    expect(await usersNamed('carl@corp.example')).toMatchObject([{ id: user.id, externalId: 'c-1' }])
    expect((await eventsOf(user.id)).at(-1)).toMatchObject({ kind: 'user.updated', details: { externalId: 'c-1' } })
  })
})

describe('DELETE of a user', () => {
  it('deactivates for good: the directory no longer sees the user, and may use the names again', async () => {
    const { body } = await directory.call('POST', '/Users', { body: anna })
    expect(await directory.call('DELETE', `/Users/${body.id}`)).toMatchObject({ status: 204, body: null })
    for (const method of ['GET', 'DELETE']) {
      expect(await directory.call(method, `/Users/${body.id}`)).toMatchObject({ status: 404 })
    }
    const again = await directory.call('POST', '/Users', { body: anna })
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(body.id)
    const row = await services.db.selectFrom('users').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'Anna Baker', email: null, username: expect.stringMatching(/^former-\w{12}$/) })
    expect(row.deactivated_at).not.toBeNull()
    expect((await eventsOf(body.id)).slice(1).map(({ kind, details }) => [kind, details])).toEqual([
      ['user.deactivated', {}],
      ['user.updated', { formerUsername: 'Anna.Baker', formerEmail: 'anna@corp.example' }],
    ])
  })

  it('unlinks the company’s own sign-in, so that a successor can be linked to it', async () => {
    const userId = await directory.addUser('ben@corp.example')
    const { db } = services
    const issuer = 'https://idp.example'
    const lists = { domains: [], acrValues: [], amrValues: [], groupsClaim: null, maxAgeSeconds: null }
    const states = { createsUsers: false, passwordsOff: false, isDisabled: false }
    const provider = { id: 'acme', label: 'Acme', issuer, clientId: 'latchkey', clientAuth: 'private_key_jwt' } as const
    await insertProvider(db, { ...provider, ...lists, ...states }, { sealed: undefined, createdBy: 'operator' })
    await insertIdentity(db, { id: 'pid_1', providerId: 'acme', issuer, subject: 'ben', userId, email: null })
    await directory.call('DELETE', `/Users/${userId}`)
    expect(await findIdentity(db, issuer, 'ben')).toBeUndefined()
    expect((await findUserById(db, userId))?.linkedAt).toBeNull()
    expect((await eventsOf(userId)).map(({ kind, details }) => [kind, details])).toContainEqual([
      'user.identity_unlinked',
      { provider: 'Acme' },
    ])
  })

  it('is undone by a manager who reactivates the user', async () => {
    const id = await directory.addUser('ben@corp.example')
    await directory.call('DELETE', `/Users/${id}`)
    await reactivateUser(services, root, id)
    expect((await directory.call('GET', `/Users/${id}`)).body).toMatchObject({ active: true })
    const deactivated = await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
    expect(deactivated.status).toBe(200)
  })
})

describe('a user whom the owner of the key does not manage', () => {
  it.each(['owner', 'service'] as const)('of the role %s is not there', async (role) => {
    const user = await insertUser(services, { role, name: 'Hidden' })
    await expectHidden(directory, user.id)
  })

  it('is an admin for the key of an admin, also a user who became one', async () => {
    const limited = await makeDirectory(services, 'admin')
    const admin = await insertUser(services, { role: 'admin' })
    await expectHidden(limited, admin.id)
    expect((await directory.call('GET', `/Users/${admin.id}`)).status).toBe(200)
    const id = await limited.addUser('ben@corp.example')
    await updateUser(services, root, { userId: id, name: 'Ben', role: 'admin' })
    await expectHidden(limited, id)
  })

  async function expectHidden({ call, patch, addGroup }: Directory, id: string) {
    const before = await services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    const unknown = scimError(404, 'It does not exist, or it was removed.')
    const rename = [{ op: 'replace', path: 'userName', value: 'evil@corp.example' }]
    for (const answer of [
      await call('GET', `/Users/${id}`),
      await call('PUT', `/Users/${id}`, { body: anna }),
      await patch(`/Users/${id}`, rename),
      await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]),
      await call('DELETE', `/Users/${id}`),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, unknown])
    }
    const { body } = await call('GET', `/Users?filter=${encodeURIComponent(`id eq "${id}"`)}`)
    expect(body.totalResults).toBe(0)
    const groupId = await addGroup(`For ${id} ${Math.random()}`)
    const added = await patch(`/Groups/${groupId}`, [{ op: 'add', path: 'members', value: [{ value: id }] }])
    expect(added.body).toEqual(scimError(400, 'A member does not exist.', 'invalidValue'))
    expect(await services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before)
  }

  it('keeps a deactivation that a manager made', async () => {
    const id = await directory.addUser('ben@corp.example')
    await deactivateUser(services, root, id)
    expect((await directory.call('GET', `/Users/${id}`)).body.active).toBe(false)
  })
})
