import { beforeEach, describe, expect, it } from 'vitest'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { signOut } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { callEndpoint, testContext } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl, testSecret } from '#lib/testing/test-services.ts'
import { setWritable } from '#lib/testing/writable.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { launchEndpoint } from '#lib/web/endpoints/launch.ts'

const eightHours = 8 * hourMs
const sevenDays = 7 * dayMs

let services: TestServices
let user: User
let signedIn: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  user = await insertUser(services, { name: 'Jane Roe', role: 'admin' })
  signedIn = await signInAs(services, user)
})

function read(cookie = signedIn.cookieHeader) {
  return readSignedInUser({ services, address: '198.51.100.4', requestId: 'req_now' }, cookie)
}

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

describe('the signed-in user', () => {
  it('is read from the cookie, with the context of the request', async () => {
    expect(await read()).toEqual({ ...signedIn.person, address: '198.51.100.4', requestId: 'req_now' })
  })

  it('has the current name and role of the database', async () => {
    await updateUser(services, root, { userId: user.id, name: 'Jane Doe', role: 'agent' })
    expect(await read()).toMatchObject({ name: 'Jane Doe', role: 'agent' })
  })

  it('is signed out by a deactivation, and stays so after a reactivation', async () => {
    await deactivateUser(services, root, user.id)
    expect(await read()).toBeUndefined()
    await reactivateUser(services, root, user.id)
    expect(await read()).toBeUndefined()
  })

  it('is signed out by the user’s row, even if the session was not ended', async () => {
    await services.db.updateTable('users').set({ deactivated_at: services.clock.now() }).execute()
    expect(await read()).toBeUndefined()
  })

  it('is signed out at the request after signing out', async () => {
    await signOut(services, signedIn.person)
    expect(await read()).toBeUndefined()
  })
})

describe('a session ends', () => {
  it('eight hours after its last use, to the millisecond', async () => {
    services.clock.advance(eightHours - 1)
    expect(await read()).toBeDefined()
    services.clock.advance(eightHours)
    expect(await read()).toBeUndefined()
  })

  it('at eight hours exactly without use', async () => {
    services.clock.advance(eightHours)
    expect(await read()).toBeUndefined()
  })

  it('seven days after sign-in, however often it is used', async () => {
    for (let hours = 0; hours < 7 * 24 - 1; hours++) {
      services.clock.advance(hourMs)
      expect(await read()).toBeDefined()
    }
    services.clock.advance(hourMs - 1)
    expect(await read()).toBeDefined()
    services.clock.advance(1)
    expect(await read()).toBeUndefined()
    expect(services.clock.now() - signedIn.person.confirmedAt).toBe(sevenDays)
  })

  it('after PORTAL_IDLE_MINUTES and PORTAL_ABSOLUTE_HOURS, to the millisecond', async () => {
    services = await openTestServices({ PORTAL_IDLE_MINUTES: '60', PORTAL_ABSOLUTE_HOURS: '2' })
    signedIn = await signInAs(services, await insertUser(services))
    services.clock.advance(hourMs - 1)
    expect(await read()).toBeDefined()
    services.clock.advance(hourMs)
    expect(await read()).toBeUndefined()
    services.clock.advance(-1)
    expect(await read()).toBeDefined()
    services.clock.advance(2)
    expect(await read()).toBeUndefined()
  })

  it('after a shorter PORTAL_ABSOLUTE_HOURS than it was started with', async () => {
    const shorter = await openTestServices({ DATA_DIR: services.env.dataDir, PORTAL_ABSOLUTE_HOURS: '24' })
    const readThere = () => readSignedInUser(testContext(shorter), signedIn.cookieHeader)
    shorter.clock.advance(dayMs - 1)
    await services.db.updateTable('portal_sessions').set({ last_seen_at: shorter.clock.now() }).execute()
    expect(await readThere()).toBeDefined()
    shorter.clock.advance(1)
    expect(await readThere()).toBeUndefined()
    expect(await readSignedInUser(testContext(services), signedIn.cookieHeader)).toBeDefined()
  })

  it('with its use recorded once a minute, not at every request', async () => {
    const lastSeen = () => services.db.selectFrom('portal_sessions').select('last_seen_at').executeTakeFirstOrThrow()
    const start = services.clock.now()
    services.clock.advance(minuteMs - 1)
    await read()
    expect(await lastSeen()).toEqual({ last_seen_at: start })
    services.clock.advance(1)
    await read()
    expect(await lastSeen()).toEqual({ last_seen_at: start + minuteMs })
  })
})

it('the user is read even while the database cannot be written', async () => {
  await setWritable(services, false)
  services.clock.advance(minuteMs)
  expect(await read()).toMatchObject({ userId: user.id })
  expect(services.logLines.join('')).toContain('the use of a session could not be noted')
})

describe('no user is signed in', () => {
  it('without a cookie', async () => {
    expect(await read('')).toBeUndefined()
  })

  it('with the session cookie in another browser', async () => {
    const other = await signInAs(services, await insertUser(services))
    const [otherBrowser] = other.cookieHeader.split('; ')
    const [, session] = signedIn.cookieHeader.split('; ')
    expect(await read(session)).toBeUndefined()
    expect(await read(`${otherBrowser}; ${session}`)).toBeUndefined()
  })

  it('with the cookie’s token in an Authorization header', async () => {
    const [browser, session] = signedIn.cookieHeader.split('; ')
    const token = session?.slice(session.indexOf('=') + 1)
    const headers = { cookie: browser ?? '', authorization: `Bearer ${token}` }
    const response = await callEndpoint(launchEndpoint, new Request(`${testBaseUrl}/launch/acme`, { headers }))
    expect(response.headers.get('location')).toMatch(/^\/sign-in\?/)
  })

  it('with a cookie that was changed anywhere', async () => {
    const { cookieHeader } = signedIn
    const start = cookieHeader.lastIndexOf('=') + 1
    for (let at = start; at < cookieHeader.length; at += 7) {
      // Half the alphabet away: the lowest bits of a part's last character stand for nothing.
      const other = base64url.charAt((base64url.indexOf(cookieHeader.charAt(at)) + 32) % 64)
      const changed = cookieHeader.slice(0, at) + other + cookieHeader.slice(at + 1)
      expect(await read(changed)).toBeUndefined()
    }
  })

  it('with a cookie of another installation', async () => {
    const foreign = await openTestServices({ LATCHKEY_SECRET: 'another master secret of 32 characters and more' })
    const elsewhere = await signInAs(foreign, await insertUser(foreign))
    expect(await read(elsewhere.cookieHeader)).toBeUndefined()
  })
})

it('a session outlives a change of the master secret while the old one is configured', async () => {
  const renewed = { ...services, keys: deriveServerKeys(['a newer master secret, 32 characters or more', testSecret]) }
  expect(await readSignedInUser(testContext(renewed), signedIn.cookieHeader)).toMatchObject({ userId: user.id })
})

it('the database holds neither the session’s secret nor the browser’s', async () => {
  const row = await services.db.selectFrom('portal_sessions').selectAll().executeTakeFirstOrThrow()
  expect(row.secret_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(signedIn.browserId)
  expect(services.logLines.join('')).not.toContain(signedIn.browserId)
})
