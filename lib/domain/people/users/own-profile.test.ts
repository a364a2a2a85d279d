import { beforeEach, describe, expect, it } from 'vitest'
import { readOwnProfile, rememberLanguage, updateOwnProfile } from '#lib/domain/people/users/own-profile.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { makeDirectory } from '#lib/testing/scim.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let user: User

beforeEach(async () => {
  services = await openTestServices()
  user = await insertUser(services, { name: 'Jane Roe', username: 'jane', email: 'jane@example.com' })
})

const self = (changes = {}) => personOf(services, user, changes)
const lastEvent = async () =>
  (await services.db.selectFrom('audit_events').select(['kind', 'details', 'subject_name']).execute()).at(-1)

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

  it('keeps the name that a directory manages, and takes the rest', async () => {
    const directory = await makeDirectory(services)
    await directory.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'displayName', value: 'Jane' }])
    const input = { name: 'The boss', language: 'de', timeZone: null }
    await expect(updateOwnProfile(services, self(), input)).rejects.toMatchObject({ fields: { name: 'managed' } })
    await updateOwnProfile(services, self(), { ...input, name: 'Jane' })
    expect(await readOwnProfile(services, self())).toMatchObject({
      user: { name: 'Jane' },
      preferences: { language: 'de' },
    })
  })

  it('changes nothing without an event, and records no event without a change', async () => {
    await updateOwnProfile(services, self(), { name: 'Jane Roe', language: 'de', timeZone: null })
    expect((await lastEvent())?.kind).toBe('user.created')
  })
})
