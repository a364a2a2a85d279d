import { beforeEach, describe, expect, it } from 'vitest'
import { scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { addMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { approveNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import { changeOwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { markProven, markUnproven } from '#lib/domain/people/users/proven-names-store.ts'
import { findPasswordHash, findUserById } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { saveApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { addTestPasskey } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, personOf, root, signInAs, visitor } from '#lib/testing/people.ts'
import { type Directory, makeDirectory, scimError } from '#lib/testing/scim.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

const mailSettings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' }
const newcomer = 'newcomer@corp.example'
const taken = scimError(409, 'Another user has this userName, email address, or externalId.', 'uniqueness')

let services: TestServices
let directory: Directory
let mallory: User

beforeEach(async () => {
  services = await openTestServices(mailSettings)
  directory = await makeDirectory(services)
  mallory = await insertUser(services, { username: 'mallory', email: 'mallory@corp.example', password: goodPassword })
  await addMapping(services, root, { source: scimSource, groupName: 'Leads', role: 'admin' })
})

async function find(name: string) {
  const filter = encodeURIComponent(`userName eq "${name}" or emails.value eq "${name}"`)
  return (await directory.call('GET', `/Users?filter=${filter}`)).body.Resources
}

/**
 * What a directory does with a user of its own: it looks for them, then changes or creates them, then gives the group.
 */
async function provision(userName: string) {
  const [found] = await find(userName)
  const answer = found
    ? await directory.call('PUT', `/Users/${found.id}`, { body: { userName } })
    : await directory.call('POST', '/Users', { body: { userName, emails: [{ value: newcomer, primary: true }] } })
  if (answer.status < 300) await directory.addGroup('Leads', [answer.body.id])
  return answer
}

async function notices() {
  const mails = services.db.selectFrom('mails').select(['user_id', 'facts']).where('kind', '=', 'provisioning_refused')
  const events = services.db
    .selectFrom('audit_events')
    .select(['subject_id', 'details'])
    .where('kind', '=', 'user.provisioning_refused')
  return { mails: await mails.execute(), events: await events.execute() }
}

const browser = { hash: 'b', userAgent: 'Mozilla/5.0', formerSecret: undefined }
const signsIn = (name: string) => signIn(services, visitor, { name, password: goodPassword, browser })

describe('an agent who takes the names of a newcomer', () => {
  it.each([newcomer, 'newcomer'])('gets nothing of what the directory gives to %s', async (userName) => {
    await changeOwnNames(services, personOf(services, mallory), { username: 'newcomer', email: newcomer })
    const { status, body } = await provision(userName)
    expect(status).toBe(201)
    expect(body.id).not.toBe(mallory.id)
    expect(await findUserById(services.db, body.id)).toMatchObject({ role: 'admin', username: 'newcomer' })
    expect(await findUserById(services.db, mallory.id)).toMatchObject({ role: 'agent', email: 'mallory@corp.example' })
    await expect(signsIn(newcomer)).rejects.toMatchObject({ code: 'sign_in_failed' })
    // The names have gone to whom they belong.
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    const late = { userId: mallory.id, username: 'newcomer', email: newcomer }
    await expect(approveNames(services, owner, late)).rejects.toMatchObject({ fields: { email: 'taken' } })
  })

  it.each([
    ['email', newcomer, newcomer],
    ['username', 'newcomer', 'newcomer'],
  ] as const)(
    '409 and a notice to managers for an %s that a former version took at once',
    async (name, value, userName) => {
      const column = name === 'email' ? { email: value, email_key: value } : { username: value, username_key: value }
      await services.db.updateTable('users').set(column).where('id', '=', mallory.id).execute()
      await markUnproven(services.db, mallory.id, name)
      expect(await find(userName)).toEqual([])
      const { status, body } = await provision(userName)
      expect([status, body]).toEqual([409, taken])
      expect(await findUserById(services.db, mallory.id)).toMatchObject({ role: 'agent' })
      expect(await services.db.selectFrom('scim_users').select('user_id').execute()).toEqual([])
      const facts = { userId: mallory.id, user: mallory.name, userName }
      const { mails, events } = await notices()
      expect(mails).toEqual([{ user_id: directory.key.ownerId, facts: JSON.stringify(facts) }])
      expect(events).toEqual([{ subject_id: mallory.id, details: JSON.stringify({ userName }) }])
    },
  )

  it('is no member of a group, and cannot be changed by ID, while their address is not proven', async () => {
    await markUnproven(services.db, mallory.id, 'email')
    const missing = scimError(404, 'It does not exist, or it was removed.')
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const sent = { body: { userName: newcomer, Operations: [{ op: 'replace', path: 'active', value: true }] } }
      const { status, body } = await directory.call(method, `/Users/${mallory.id}`, sent)
      expect([method, status, body]).toEqual([method, 404, missing])
    }
    const groupId = await directory.addGroup('Leads')
    const added = await directory.patch(`/Groups/${groupId}`, [
      { op: 'add', path: 'members', value: [{ value: mallory.id }] },
    ])
    expect(added.body).toEqual(scimError(400, 'A member does not exist.', 'invalidValue'))
    expect(await findUserById(services.db, mallory.id)).toMatchObject({ role: 'agent' })
  })

  it('is in no list while their username, not proven, stands for an address that was rejected', async () => {
    await markUnproven(services.db, mallory.id, 'username')
    await services.db.updateTable('users').set({ email: null, email_key: null }).where('id', '=', mallory.id).execute()
    const idsOf = async () => (await directory.call('GET', '/Users')).body.Resources.map(({ id }: User) => id)
    expect(await idsOf()).not.toContain(mallory.id)
    expect((await directory.call('GET', `/Users/${mallory.id}`)).status).toBe(404)
    await markProven(services.db, mallory.id, ['username'])
    expect(await idsOf()).toContain(mallory.id)
  })

  it('409 and a notice for a user of the directory who is renamed to it', async () => {
    await markUnproven(services.db, mallory.id, 'email')
    const id = await directory.addUser('anna@corp.example')
    const renamed = await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'userName', value: 'Mallory@corp.example' },
    ])
    expect([renamed.status, renamed.body]).toEqual([409, taken])
    expect((await notices()).events).toHaveLength(1)
  })

  it('learns of no notice for a name that its user may have', async () => {
    const answer = await directory.call('POST', '/Users', { body: { userName: mallory.email } })
    expect(answer.status).toBe(409)
    expect(await notices()).toEqual({ mails: [], events: [] })
  })
})

describe('a take-over ends what let someone in', () => {
  it.each([
    ['PATCH', (id: string) => directory.patch(`/Users/${id}`, [{ op: 'Add', path: 'externalId', value: 'm-1' }])],
    [
      'PUT without a change',
      (id: string) => directory.call('PUT', `/Users/${id}`, { body: { userName: mallory.email } }),
    ],
    ['a membership', async (id: string) => ({ status: 200, id: await directory.addGroup('Support', [id]) })],
    [
      'a membership that is added',
      async (id: string) => {
        const groupId = await directory.addGroup('Support')
        return directory.patch(`/Groups/${groupId}`, [{ op: 'add', path: 'members', value: [{ value: id }] }])
      },
    ],
  ])('by %s: sessions, password, factors and links, once', async (_how, change) => {
    const { id } = mallory
    await createSetPasswordLink(services, root, id)
    const { cookieHeader } = await signInAs(services, mallory)
    await saveApp(services.db, { userId: id, secretSealed: '', masterId: '' }, 1)
    await addTestPasskey(services, personOf(services, mallory))
    await services.db.deleteFrom('mails').execute()
    expect((await change(id)).status).toBeLessThan(300)
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeUndefined()
    expect(await findPasswordHash(services.db, id)).toBeNull()
    expect(hasFactor(await readFactors(services.db, id))).toBe(false)
    expect(await services.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
    await expect(signsIn('mallory')).rejects.toMatchObject({ code: 'sign_in_failed' })
    // The one usable link is the invitation, which went to the proven address.
    const links = services.db.selectFrom('password_links').select('user_id').where('used_at', 'is', null)
    expect(await links.execute()).toEqual([{ user_id: id }])
    const mails = await services.db.selectFrom('mails').select(['kind', 'user_id']).execute()
    expect(mails).toEqual([{ kind: 'invitation', user_id: id }])
    const { cookieHeader: later } = await signInAs(services, { ...mallory, passwordSetAt: null })
    await change(id).catch(() => undefined)
    expect(await readSignedInUser(testContext(services), later)).toMatchObject({ userId: id })
    const kinds = services.db.selectFrom('audit_events').select('kind').where('kind', '=', 'user.provisioned')
    expect(await kinds.execute()).toHaveLength(1)
  })

  it('and gives the role of a group to a user whose address a manager set', async () => {
    const answer = await provision(mallory.email ?? '')
    expect([answer.status, answer.body.id]).toEqual([200, mallory.id])
    expect(await findUserById(services.db, mallory.id)).toMatchObject({ role: 'admin', passwordSetAt: null })
  })
})

it('finds a user by an address of an internationalized domain in both forms', async () => {
  const ada = await insertUser(services, { email: 'ada@xn--bcher-kva.example' })
  for (const address of ['ada@bücher.example', 'Ada@XN--BCHER-kva.example']) {
    const filter = encodeURIComponent(`userName eq "${address}"`)
    const { body } = await directory.call('GET', `/Users?filter=${filter}`)
    expect(body.Resources.map(({ id }: User) => id)).toEqual([ada.id])
  }
  await markUnproven(services.db, ada.id, 'email')
  const created = await directory.call('POST', '/Users', { body: { userName: 'Ada@Bücher.example' } })
  expect([created.status, created.body]).toEqual([409, taken])
  expect((await notices()).events).toHaveLength(1)
})

describe('concurrent claims', () => {
  it('of a user and the directory leave the name with one of them, proven', async () => {
    services = await openTestServices()
    directory = await makeDirectory(services)
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    for (let round = 0; round < 5; round++) {
      const user = await insertUser(services)
      const email = `round${round}@corp.example`
      const names = { username: user.username, email }
      await changeOwnNames(services, personOf(services, user), names)
      const [approved, created] = await Promise.allSettled([
        approveNames(services, owner, { userId: user.id, username: '', email }),
        directory.call('POST', '/Users', { body: { userName: email } }),
      ])
      const status = created.status === 'fulfilled' ? created.value.status : 0
      expect([approved.status, status]).toBeOneOf([
        ['fulfilled', 409],
        ['rejected', 201],
      ])
    }
  })
})
