import { beforeEach, describe, expect, it } from 'vitest'
import { readLeaverSheet } from '#lib/domain/people/leaver-sheet/read-leaver-sheet.ts'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import {
  approveNames,
  findUndecidedNames,
  listWaitingNames,
  rejectNames,
} from '#lib/domain/people/user-lifecycle/decide-names.ts'
import {
  changeOwnNames,
  findOwnProof,
  proveOwnEmail,
  readOwnNames,
  withdrawOwnNames,
} from '#lib/domain/people/user-lifecycle/own-names.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { markUnproven } from '#lib/domain/people/users/proven-names-store.ts'
import { findUserById, findUserByName } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { insertProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { unsealLink } from '#lib/foundation/mails/seal-link.ts'
import { hourMs } from '#lib/kernel/clock.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { makeDirectory } from '#lib/testing/scim.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const mailSettings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' }
const names = { username: 'jane.doe', email: 'jane.doe@example.com' }

let services: TestServices
let user: User
let owner: User

async function open(env: Record<string, string> = {}): Promise<void> {
  services = await openTestServices(env)
  user = await insertUser(services, { name: 'Jane Roe', username: 'jane', email: 'jane@example.com' })
  owner = await insertUser(services, { role: 'owner', username: 'olga', email: 'olga@example.com' })
}

const self = (of = user, changes = {}) => personOf(services, of, changes)
const stored = () => findUserById(services.db, user.id)

async function mails() {
  const rows = await services.db.selectFrom('mails').selectAll().orderBy('id').execute()
  return rows.map(({ kind, user_id, facts }) => ({ kind, userId: user_id, facts: JSON.parse(facts) }))
}

/** The token of the last mail with a link. */
async function mailedToken(): Promise<string> {
  const row = await services.db
    .selectFrom('mails')
    .selectAll()
    .where('link_sealed', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return unsealLink(services.keys, { linkSealed: row.link_sealed ?? '', masterId: row.master_id ?? '' })
}

async function events() {
  const rows = await services.db.selectFrom('audit_events').select(['kind', 'details']).orderBy('id').execute()
  return rows.filter(({ kind }) => kind !== 'user.created').map(({ kind, details }) => [kind, JSON.parse(details)])
}

describe('names that a user chooses, on a server that sends mail', () => {
  beforeEach(() => open(mailSettings))

  it('belong to no one until they are proven or approved', async () => {
    expect(await changeOwnNames(services, self(), names)).toEqual({ username: 'approval', email: 'proof' })
    expect(await stored()).toEqual(user)
    expect(await findUserByName(services.db, names.email)).toBeUndefined()
    expect(await findUserByName(services.db, names.username)).toBeUndefined()
    expect(await readOwnNames(services, self())).toMatchObject({
      isManaged: false,
      unproven: [],
      waiting: names,
      steps: { username: 'approval', email: 'proof' },
    })
    expect(await events()).toEqual([['user.names_requested', { newUsername: names.username, newEmail: names.email }]])
    expect(await mails()).toEqual([
      {
        kind: 'email_confirmation',
        userId: user.id,
        facts: expect.objectContaining({ to: names.email, user: 'jane' }),
      },
      { kind: 'names_requested', userId: owner.id, facts: { userId: user.id, user: 'Jane Roe', ...names } },
    ])
  })

  it('an email address counts once its link is opened, and the former address is told', async () => {
    await changeOwnNames(services, self(), names)
    const token = await mailedToken()
    expect(await findOwnProof(services, self(), token)).toBe(names.email)
    // It sets no password, so a leaver knows nothing of it.
    expect((await readLeaverSheet(services, self(owner), user.id)).links).toEqual([])
    expect(await proveOwnEmail(services, self(), token)).toBe(names.email)
    expect(await stored()).toMatchObject({ username: 'jane', email: names.email })
    expect((await mails()).at(-1)).toEqual({
      kind: 'email_changed',
      userId: user.id,
      facts: { to: 'jane@example.com', email: names.email },
    })
    expect((await events()).at(-1)).toEqual(['user.profile_changed', { formerEmail: 'jane@example.com' }])
    // The username still waits.
    expect((await readOwnNames(services, self())).waiting).toMatchObject({ username: names.username, email: null })
    await expect(proveOwnEmail(services, self(), token)).rejects.toMatchObject({ code: 'link_unusable' })
  })

  it('a link proves nothing for the user who reads the mailbox, only for the one who asked', async () => {
    await changeOwnNames(services, self(), names)
    const token = await mailedToken()
    const other = await insertUser(services, { username: 'other', email: 'other@example.com' })
    expect(await findOwnProof(services, self(other), token)).toBeUndefined()
    await expect(proveOwnEmail(services, self(other), token)).rejects.toMatchObject({ code: 'link_unusable' })
    expect(await proveOwnEmail(services, self(), token)).toBe(names.email)
  })

  it('a link ends after 24 hours, with a newer request, and when the request is taken back', async () => {
    await changeOwnNames(services, self(), names)
    const first = await mailedToken()
    await changeOwnNames(services, self(), { ...names, email: 'second@example.com' })
    await expect(proveOwnEmail(services, self(), first)).rejects.toMatchObject({ code: 'link_unusable' })
    const second = await mailedToken()
    services.clock.advance(24 * hourMs - 1)
    expect(await findOwnProof(services, self(), second)).toBe('second@example.com')
    services.clock.advance(1)
    await expect(proveOwnEmail(services, self(), second)).rejects.toMatchObject({ code: 'link_unusable' })
    await changeOwnNames(services, self(), names)
    const third = await mailedToken()
    await withdrawOwnNames(services, self())
    await expect(proveOwnEmail(services, self(), third)).rejects.toMatchObject({ code: 'link_unusable' })
    await expect(withdrawOwnNames(services, self())).rejects.toMatchObject({ code: 'conflict' })
    expect(await stored()).toEqual(user)
  })

  it('a link proves nothing once the passwords of its user are off: a manager approves the address', async () => {
    await changeOwnNames(services, self(), names)
    const token = await mailedToken()
    const settings = {
      label: 'Example',
      domains: ['example.com'],
      groupsClaim: null,
      createsUsers: false,
      passwordsOff: true,
    }
    const client = { clientId: 'latchkey', clientAuth: 'client_secret_basic' as const, isDisabled: false }
    const factors = { acrValues: [], amrValues: [], maxAgeSeconds: null }
    const provider = { id: 'example', issuer: 'https://id.example.com', ...settings, ...client, ...factors }
    await insertProvider(services.db, provider, { sealed: undefined, createdBy: 'operator' })
    expect(await findOwnProof(services, self(), token)).toBeUndefined()
    await expect(proveOwnEmail(services, self(), token)).rejects.toMatchObject({ code: 'link_unusable' })
    await approveNames(services, self(owner), { userId: user.id, ...names })
    expect(await stored()).toMatchObject(names)
  })

  it('links to set a password that went to the former address end', async () => {
    const { url } = await createSetPasswordLink(services, root, user.id)
    const token = new URL(url).searchParams.get('token') ?? ''
    await changeOwnNames(services, self(), { username: 'Jane', email: names.email })
    expect(await findLinkedUser(services, token)).toMatchObject({ id: user.id })
    await proveOwnEmail(services, self(), await mailedToken())
    expect(await findLinkedUser(services, token)).toBeUndefined()
  })

  it('an address that another user got meanwhile is refused, and one of several proofs wins', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => insertUser(services)))
    const tokens: string[] = []
    for (const other of others) {
      await changeOwnNames(services, self(other), { username: other.username, email: names.email })
      tokens.push(await mailedToken())
    }
    const attempts = others.map((other, n) => proveOwnEmail(services, self(other), tokens[n] ?? ''))
    const created = createUser(services, root, { name: 'New', username: 'newcomer', email: names.email, role: 'agent' })
    const outcomes = await Promise.allSettled([...attempts, created])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ fields: { email: 'taken' } })
    }
  })

  it('sends at most five confirmations an hour', async () => {
    for (let n = 0; n < 5; n++) await changeOwnNames(services, self(), { username: 'jane', email: `n${n}@example.com` })
    const sixth = changeOwnNames(services, self(), { username: 'jane', email: 'n6@example.com' })
    await expect(sixth).rejects.toMatchObject({ code: 'too_many_requests' })
    expect((await readOwnNames(services, self())).waiting).toMatchObject({ email: 'n4@example.com' })
  })

  it('an owner proves an email address, and chooses the username', async () => {
    expect(await changeOwnNames(services, self(owner), names)).toEqual({ username: 'now', email: 'proof' })
    expect(await findUserById(services.db, owner.id)).toMatchObject({
      username: names.username,
      email: 'olga@example.com',
    })
  })
})

describe('names that a user chooses, on a server without mail', () => {
  beforeEach(() => open())

  it('wait for a manager, who sees what they decide', async () => {
    expect(await changeOwnNames(services, self(), names)).toEqual({ username: 'approval', email: 'approval' })
    const manager = self(owner)
    expect(await listWaitingNames(services, manager)).toEqual([{ id: user.id, name: 'Jane Roe' }])
    expect(await findUndecidedNames(services, manager, user.id)).toMatchObject(names)
    await approveNames(services, manager, { userId: user.id, ...names })
    expect(await stored()).toMatchObject(names)
    expect(await findUndecidedNames(services, manager, user.id)).toBeUndefined()
    expect(await listWaitingNames(services, manager)).toEqual([])
    expect((await events()).at(-1)).toEqual([
      'user.updated',
      { formerUsername: 'jane', formerEmail: 'jane@example.com' },
    ])
    expect((await getUserByName(services, root, names.email)).id).toBe(user.id)
  })

  it('cannot be exchanged between the look and the click', async () => {
    await changeOwnNames(services, self(), names)
    await changeOwnNames(services, self(), { ...names, email: 'boss@example.com' })
    const stale = approveNames(services, self(owner), { userId: user.id, ...names })
    await expect(stale).rejects.toMatchObject({ code: 'conflict' })
    expect(await stored()).toEqual(user)
  })

  it('are refused, or taken by someone else first', async () => {
    await changeOwnNames(services, self(), names)
    await rejectNames(services, self(owner), { userId: user.id, ...names })
    expect(await stored()).toEqual(user)
    expect((await events()).at(-1)).toEqual([
      'user.names_rejected',
      { newUsername: names.username, newEmail: names.email },
    ])
    await changeOwnNames(services, self(), names)
    await createUser(services, root, { ...names, name: 'Jane Doe', role: 'agent' })
    await expect(approveNames(services, self(owner), { userId: user.id, ...names })).rejects.toMatchObject({
      fields: { username: 'taken', email: 'taken' },
    })
  })

  it('are not approved by their own user, nor by an admin for another admin', async () => {
    const admin = await insertUser(services, { role: 'admin' })
    const other = await insertUser(services, { role: 'admin' })
    await changeOwnNames(services, self(admin), names)
    for (const actor of [self(admin), self(other)]) {
      const attempt = approveNames(services, actor, { userId: admin.id, ...names })
      await expect(attempt).rejects.toMatchObject({ code: 'forbidden' })
    }
    await approveNames(services, self(owner), { userId: admin.id, ...names })
    expect(await findUserById(services.db, admin.id)).toMatchObject(names)
  })

  it('count at once for an owner, and where case alone differs', async () => {
    expect(await changeOwnNames(services, self(owner), names)).toEqual({ username: 'now', email: 'now' })
    expect(await findUserById(services.db, owner.id)).toMatchObject(names)
    const spelling = { username: 'Jane', email: 'Jane@example.com' }
    expect(await changeOwnNames(services, self(), spelling)).toEqual({ username: 'now', email: 'now' })
    expect(await stored()).toMatchObject(spelling)
    expect(await changeOwnNames(services, self(), spelling)).toEqual({})
  })

  it('that a former version took at once identify nobody until a manager approves or takes them', async () => {
    await markUnproven(services.db, user.id, 'email')
    await markUnproven(services.db, user.id, 'username')
    for (const name of ['jane', 'JANE@example.com']) {
      await expect(getUserByName(services, root, name)).rejects.toMatchObject({ code: 'conflict' })
    }
    const undecided = { userId: user.id, username: 'jane', email: 'jane@example.com' }
    expect(await findUndecidedNames(services, self(owner), user.id)).toMatchObject({
      username: 'jane',
      email: 'jane@example.com',
      requestedAt: undefined,
    })
    await approveNames(services, self(owner), undecided)
    expect((await getUserByName(services, root, 'jane')).id).toBe(user.id)
    await markUnproven(services.db, user.id, 'email')
    await rejectNames(services, self(owner), { ...undecided, username: '' })
    expect(await stored()).toMatchObject({ username: 'jane', email: null })
  })

  it('are rejected alone: a former name that waits, too, stays until a manager has seen it', async () => {
    await markUnproven(services.db, user.id, 'email')
    await markUnproven(services.db, user.id, 'username')
    await changeOwnNames(services, self(), { username: names.username, email: names.email })
    await rejectNames(services, self(owner), { userId: user.id, ...names })
    expect(await stored()).toEqual(user)
    const left = await findUndecidedNames(services, self(owner), user.id)
    expect(left).toEqual({ username: 'jane', email: 'jane@example.com', requestedAt: undefined })
    const link = new URL((await createSetPasswordLink(services, root, user.id)).url).searchParams.get('token') ?? ''
    expect(await findLinkedUser(services, link)).toMatchObject({ id: user.id })
    await rejectNames(services, self(owner), { userId: user.id, username: 'jane', email: 'jane@example.com' })
    expect(await stored()).toMatchObject({ username: expect.stringMatching(/^user-\w{8}$/), email: null })
    expect(await findLinkedUser(services, link)).toBeUndefined()
  })

  it('are rejected at once if the user only saved again what waits already', async () => {
    await markUnproven(services.db, user.id, 'email')
    await changeOwnNames(services, self(), { username: 'jane', email: 'jane@example.com' })
    await rejectNames(services, self(owner), { userId: user.id, username: '', email: 'jane@example.com' })
    expect(await stored()).toMatchObject({ username: 'jane', email: null })
    expect(await findUndecidedNames(services, self(owner), user.id)).toBeUndefined()
  })

  it('are decided also after a directory took the user over', async () => {
    await markUnproven(services.db, user.id, 'username')
    const directory = await makeDirectory(services)
    await directory.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'displayName', value: 'Jane' }])
    expect(await findUndecidedNames(services, self(owner), user.id)).toMatchObject({ username: 'jane' })
    await rejectNames(services, self(owner), { userId: user.id, username: 'jane', email: '' })
    expect(await findUserByName(services.db, 'jane')).toBeUndefined()
    expect(await stored()).toMatchObject({ email: 'jane@example.com' })
  })
})

describe('a request for names', () => {
  beforeEach(() => open())

  it('needs a recent confirmation', async () => {
    const late = self(user, { confirmedAt: services.clock.now() - confirmationMs })
    await expect(changeOwnNames(services, late, names)).rejects.toMatchObject({ code: 'confirmation_required' })
    expect((await readOwnNames(services, self())).waiting).toBeUndefined()
  })

  it('cannot be for another user’s, in any case', async () => {
    await insertUser(services, { username: 'Jane.Doe', email: 'JANE.DOE@example.com' })
    await expect(changeOwnNames(services, self(), names)).rejects.toMatchObject({
      fields: { username: 'taken', email: 'taken' },
    })
  })

  it.each([
    ['username', { ...names, username: 'lkid_x' }, 'reserved'],
    ['email', { ...names, email: 'jane' }, 'malformed'],
  ])('refuses another %s', async (field, input, problem) => {
    await expect(changeOwnNames(services, self(), input)).rejects.toMatchObject({ fields: { [field]: problem } })
  })

  it('is not for users of a directory', async () => {
    await changeOwnNames(services, self(), names)
    const directory = await makeDirectory(services)
    await directory.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'displayName', value: 'Jane' }])
    expect(await readOwnNames(services, self())).toMatchObject({ isManaged: true, waiting: undefined })
    await expect(changeOwnNames(services, self(), names)).rejects.toMatchObject({ code: 'forbidden' })
    const late = approveNames(services, self(owner), { userId: user.id, ...names })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
  })
})
