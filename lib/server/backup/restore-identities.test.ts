import { beforeEach, expect, it } from 'vitest'
import { findUserById, setLinked } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { listAllIdentities, unlinkIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { removeProvider } from '#lib/domain/sign-in/company-sign-in/remove-provider.ts'
import { insertIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { listProviders } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { startForgedProvider } from '#lib/testing/forged-provider.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { makeBackup, restoreTo } from '#lib/testing/restoring.ts'
import { localBaseUrl, registerProvider } from '#lib/testing/sign-in-providers.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let provider: SignInProvider
let user: User

beforeEach(async () => {
  services = await openTestServices({ BASE_URL: localBaseUrl })
  provider = await registerProvider(services, await startForgedProvider(() => services.clock.now()))
  user = await insertUser(services, { role: 'agent' })
})

/** @returns the identity's ID */
async function link({ id: userId }: User, subject: string): Promise<string> {
  const { db } = services
  const identity = { id: randomId('pid'), providerId: provider.id, issuer: provider.issuer }
  expect(await insertIdentity(db, { ...identity, userId, subject, email: null })).toBe(true)
  await setLinked(db, userId, true)
  return identity.id
}

async function backUp(): Promise<string> {
  services.clock.advance(minuteMs)
  const file = await makeBackup(services)
  services.clock.advance(minuteMs)
  return file
}

async function listSubjects() {
  const identities = await listAllIdentities(services, root, 1)
  return identities.map(({ subject, username }) => [subject, username])
}

it('leaves unlinked identities unlinked, and keeps those linked since', async () => {
  const other = await insertUser(services, { role: 'agent' })
  const gone = await link(user, 'subject-1')
  const moved = await link(user, 'subject-2')
  const file = await backUp()
  await unlinkIdentity(services, root, gone)
  await unlinkIdentity(services, root, moved)
  await link(other, 'subject-2')
  const newcomer = await insertUser(services, { role: 'agent' })
  await link(newcomer, 'subject-3')
  await restoreTo(services, file)
  expect(await listSubjects()).toEqual([['subject-2', other.username]])
  expect(await findUserById(services.db, user.id)).toMatchObject({ linkedAt: null })
  expect(await findUserById(services.db, other.id)).toMatchObject({ linkedAt: expect.any(Number) })
})

it('disables a provider that was removed or disabled since, and no other', async () => {
  for (const id of ['second', 'third']) {
    await registerProvider(services, await startForgedProvider(() => services.clock.now()), { id, label: id })
  }
  await link(user, 'subject-1')
  const file = await backUp()
  await removeProvider(services, root, provider.id)
  const disabling = services.db.updateTable('sign_in_providers').set({ disabled_at: services.clock.now() })
  await disabling.where('id', '=', 'second').execute()
  await restoreTo(services, file)
  const states = (await listProviders(services, root)).map(({ id, isDisabled }) => [id, isDisabled])
  expect(states).toEqual([
    ['acme', true],
    ['second', true],
    ['third', false],
  ])
  expect(await listSubjects()).toEqual([])
  const events = await services.db
    .selectFrom('audit_events')
    .select('subject_id')
    .where('kind', '=', 'sign_in_provider.updated')
    .where('details', 'like', '%restored%')
    .orderBy('subject_id')
    .execute()
  expect(events.map(({ subject_id }) => subject_id)).toEqual(['acme', 'second'])
})

it('brings back the identities of the backup to a new database', async () => {
  await link(user, 'subject-1')
  const file = await backUp()
  const now = services.clock.now()
  services = await openTestServices({ BASE_URL: localBaseUrl })
  services.clock.set(now)
  await restoreTo(services, file)
  expect(await listSubjects()).toEqual([['subject-1', user.username]])
  expect(await listProviders(services, root)).toMatchObject([{ id: 'acme', isDisabled: false }])
})
