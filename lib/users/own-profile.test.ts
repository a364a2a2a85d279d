import { beforeEach, describe, expect, it } from 'vitest'
import { confirmationMs } from '#lib/permissions.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { listUsers } from '#lib/users/find-users.ts'
import { readOwnProfile, rememberLanguage, updateOwnProfile, updateOwnSignInNames } from '#lib/users/own-profile.ts'
import { findUserByName } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

let services: TestServices
let user: User

beforeEach(async () => {
  services = await openTestServices()
  user = await insertUser(services, { name: 'Jane Roe', username: 'jane', email: 'jane@example.com' })
})

const self = (changes = {}) => personOf(services, user, changes)
const lastEvent = async () =>
  (await services.db.selectFrom('audit_events').select(['kind', 'details', 'subject_name']).execute()).at(-1)
const names = { username: 'jane.doe', email: 'jane.doe@example.com' }

describe('the own profile', () => {
  it('keeps name, language and time zone', async () => {
    await updateOwnProfile(services, self(), { name: ' Jane Doe ', language: 'de', timeZone: 'Europe/Vienna' })
    expect(await readOwnProfile(services, self())).toEqual({
      user: { ...user, name: 'Jane Doe' },
      preferences: { language: 'de', timeZone: 'Europe/Vienna' },
    })
    expect((await lastEvent())?.subject_name).toBe('Jane Doe')
    expect(JSON.parse((await lastEvent())?.details ?? '')).toEqual({ formerName: 'Jane Roe' })
  })

  it('follows the browser again', async () => {
    await updateOwnProfile(services, self(), { name: 'Jane Roe', language: 'de', timeZone: 'Europe/Vienna' })
    await updateOwnProfile(services, self(), { name: 'Jane Roe', language: null, timeZone: null })
    expect((await readOwnProfile(services, self())).preferences).toEqual({ language: null, timeZone: null })
  })

  it('remembers a language chosen in the menu, and leaves the time zone', async () => {
    await updateOwnProfile(services, self(), { name: 'Jane Roe', language: null, timeZone: 'Europe/Vienna' })
    await rememberLanguage(services, self(), 'nl')
    expect((await readOwnProfile(services, self())).preferences).toEqual({ language: 'nl', timeZone: 'Europe/Vienna' })
  })

  it.each([
    ['name', { name: ' ', language: null, timeZone: null }, 'required'],
    ['language', { name: 'J', language: 'xx', timeZone: null }, 'malformed'],
    ['timeZone', { name: 'J', language: null, timeZone: 'Moon/Sea' }, 'malformed'],
  ])('refuses another %s', async (field, input, problem) => {
    await expect(updateOwnProfile(services, self(), input)).rejects.toMatchObject({ fields: { [field]: problem } })
    expect((await lastEvent())?.kind).toBe('user.created')
  })

  it('changes nothing without an event, and records no event without a change', async () => {
    await updateOwnProfile(services, self(), { name: 'Jane Roe', language: 'de', timeZone: null })
    expect((await lastEvent())?.kind).toBe('user.created')
  })
})

describe('the names to sign in with', () => {
  it('change together, and the former ones are free', async () => {
    await updateOwnSignInNames(services, self(), names)
    expect(await findUserByName(services.db, 'JANE.DOE')).toMatchObject({ id: user.id, ...names })
    expect(await findUserByName(services.db, 'jane.doe@example.com')).toMatchObject({ id: user.id })
    expect(await findUserByName(services.db, 'jane')).toBeUndefined()
    expect(await findUserByName(services.db, 'jane@example.com')).toBeUndefined()
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    expect((await listUsers(services, owner, { search: 'jane.doe@' })).users.map(({ id }) => id)).toEqual([user.id])
  })

  it('are recorded with the former ones', async () => {
    await updateOwnSignInNames(services, self(), names)
    const event = await lastEvent()
    expect(event?.kind).toBe('user.profile_changed')
    expect(JSON.parse(event?.details ?? '')).toEqual({ formerUsername: 'jane', formerEmail: 'jane@example.com' })
  })

  it('need a recent confirmation', async () => {
    const late = self({ confirmedAt: services.clock.now() - confirmationMs })
    await expect(updateOwnSignInNames(services, late, names)).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(await findUserByName(services.db, 'jane')).toBeDefined()
  })

  it('cannot be another user’s, in any case', async () => {
    await insertUser(services, { username: 'Jane.Doe', email: 'JANE.DOE@example.com' })
    await expect(updateOwnSignInNames(services, self(), names)).rejects.toMatchObject({
      fields: { username: 'taken', email: 'taken' },
    })
    expect(await findUserByName(services.db, 'jane')).toMatchObject({ id: user.id, email: 'jane@example.com' })
  })

  it('may differ from the former ones in case alone', async () => {
    await updateOwnSignInNames(services, self(), { username: 'Jane', email: 'Jane@example.com' })
    expect(await findUserByName(services.db, 'jane')).toMatchObject({ username: 'Jane', email: 'Jane@example.com' })
  })

  it('go to one of two users who want them at once', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => insertUser(services)))
    const attempts = others.map((other) => updateOwnSignInNames(services, personOf(services, other), names))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'input_invalid' })
    }
  })

  it.each([
    ['username', { ...names, username: 'lkid_x' }, 'reserved'],
    ['email', { ...names, email: 'jane' }, 'malformed'],
  ])('refuse another %s', async (field, input, problem) => {
    await expect(updateOwnSignInNames(services, self(), input)).rejects.toMatchObject({ fields: { [field]: problem } })
  })
})
