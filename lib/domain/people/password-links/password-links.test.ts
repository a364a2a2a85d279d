import { beforeEach, describe, expect, it } from 'vitest'
import { createSetPasswordLink, findLinkedUser } from '#lib/domain/people/password-links/set-password-link.ts'
import { ensureSetUpLink, isSetUpLinkUsable, setUp } from '#lib/domain/people/password-links/set-up.ts'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { verifyUserPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { hourMs } from '#lib/kernel/clock.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { goodPassword, insertUser, root, signInAs, visitor } from '#lib/testing/people.ts'
import { meetAfter } from '#lib/testing/rendezvous.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

const oneDay = 24 * hourMs
const threeDays = 72 * hourMs
const tokenForm = /^[A-Za-z0-9_-]{43}$/

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
}

function tokenOf(url: string, path: string): string {
  const { origin, pathname, searchParams } = new URL(url)
  expect({ origin, pathname, keys: [...searchParams.keys()] }).toEqual({
    origin: testBaseUrl,
    pathname: path,
    keys: ['token'],
  })
  return searchParams.get('token') ?? ''
}

async function everythingKept(): Promise<string> {
  const tables = ['users', 'password_links', 'audit_events', 'portal_sessions'] as const
  const rows = await Promise.all(tables.map((table) => services.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows) + services.logLines.join('')
}

describe('the set-up link', () => {
  const owner = { email: 'olga@example.com', username: 'olga', name: 'Olga Owner', password: goodPassword }
  const make = async () => tokenOf((await ensureSetUpLink(services)) ?? '', '/set-up')
  const use = (token: string, changes: Partial<typeof owner> = {}) =>
    setUp(services, visitor, { ...owner, ...changes, token })

  it('creates the first owner, who can then sign in', async () => {
    const token = await make()
    expect(token).toMatch(tokenForm)
    const user = await use(token)
    expect(user).toMatchObject({
      username: 'olga',
      role: 'owner',
      accountScope: 'all',
      passwordSetAt: services.clock.now(),
    })
    expect(await verifyUserPassword(services.db, { userId: user.id, password: goodPassword, lane: 'test' })).toBe(true)
    const events = await services.db.selectFrom('audit_events').select(['kind', 'actor_kind', 'subject_name']).execute()
    expect(events).toEqual([{ kind: 'user.created', actor_kind: 'visitor', subject_name: 'Olga Owner' }])
  })

  it('is not created once an owner exists', async () => {
    await use(await make())
    expect(await ensureSetUpLink(services)).toBeUndefined()
  })

  it('is created while only other users exist', async () => {
    await insertUser(services, { role: 'admin' })
    expect(await ensureSetUpLink(services)).toBeDefined()
  })

  it('works for 24 hours, to the millisecond', async () => {
    const token = await make()
    services.clock.advance(oneDay - 1)
    expect(await isSetUpLinkUsable(services, token)).toBe(true)
    services.clock.advance(1)
    expect(await isSetUpLinkUsable(services, token)).toBe(false)
    expect(await codeOf(use(token))).toBe('link_unusable')
  })

  it("works once, and viewing it doesn't spend it", async () => {
    const token = await make()
    for (let look = 0; look < 3; look++) expect(await isSetUpLinkUsable(services, token)).toBe(true)
    await use(token)
    expect(await isSetUpLinkUsable(services, token)).toBe(false)
    expect(await codeOf(use(token, { email: 'b@example.com', username: 'b2' }))).toBe('link_unusable')
  })

  it('is void once a newer one is created', async () => {
    const [older, newer] = [await make(), await make()]
    expect(await codeOf(use(older))).toBe('link_unusable')
    expect(await codeOf(use(newer))).toBe('done')
  })

  it('creates no second owner beside one created via CLI', async () => {
    const token = await make()
    await insertUser(services, { role: 'owner' })
    expect(await codeOf(use(token))).toBe('link_unusable')
  })

  it('is not spent by an invalid field', async () => {
    await insertUser(services, { username: 'olga', role: 'agent' })
    const token = await make()
    await expect(use(token)).rejects.toMatchObject({ fields: { username: 'taken' } })
    await expect(use(token, { password: 'too short' })).rejects.toMatchObject({ fields: { password: 'too_short' } })
    await expect(use(token, { email: 'x', name: '' })).rejects.toMatchObject({
      fields: { email: 'malformed', name: 'required' },
    })
    expect(await codeOf(use(token, { username: 'olga2', email: 'o@example.com' }))).toBe('done')
  })

  it('creates one owner out of concurrent attempts', async () => {
    const token = await make()
    const length = callersAtOnce(20)
    const attempts = Array.from({ length }, (_, index) =>
      codeOf(use(token, { username: `olga${index}`, email: `olga${index}@example.com` })),
    )
    const codes = await Promise.all(attempts)
    expect(codes.toSorted()).toEqual(['done', ...Array<string>(length - 1).fill('link_unusable')])
    expect(await services.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'owner' }])
  })

  it('works only in its newest version when several instances create one concurrently', async () => {
    const meeting = meetAfter(services, /^delete from "password_links"/)
    const links = await Promise.all([ensureSetUpLink(meeting), ensureSetUpLink(meeting)])
    const tokens = links.map((link) => tokenOf(link ?? '', '/set-up'))
    const usable = await Promise.all(tokens.map((token) => isSetUpLinkUsable(services, token)))
    expect(usable.filter(Boolean)).toHaveLength(1)
  })

  it('creates no second owner beside one that the CLI is creating', async () => {
    const token = await make()
    const otto = { email: 'otto@example.com', username: 'otto', name: 'Otto', role: 'owner' }
    const { promise: isInserted, resolve } = Promise.withResolvers<void>()
    const creating = codeOf(createUser(meetAfter(services, /^insert into "users"/, resolve), root, otto))
    await isInserted
    // While the password is hashed, the CLI has inserted its owner without committing.
    const outcomes = await Promise.all([creating, codeOf(setUp(services, visitor, { ...owner, token }))])
    expect(outcomes).toEqual(['done', 'link_unusable'])
    const owners = await services.db.selectFrom('users').select('username').where('role', '=', 'owner').execute()
    expect(owners).toEqual([{ username: 'otto' }])
  })

  it('appears only in the printed text', async () => {
    const token = await make()
    await use(token)
    const kept = await everythingKept()
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(goodPassword)
  })
})

describe('the set-password link', () => {
  const chosen = 'nine green figs on a plate'
  let user: User

  beforeEach(async () => {
    await insertUser(services, { role: 'owner' })
    user = await insertUser(services, { username: 'jane', name: 'Jane Roe' })
  })

  const make = async () => tokenOf((await createSetPasswordLink(services, root, user.id)).url, '/set-password')
  const use = (token: string, password = chosen) => setPassword(services, visitor, { token, password })

  it('sets the password of its user', async () => {
    const { url, expiresAt } = await createSetPasswordLink(services, root, user.id)
    expect(expiresAt).toBe(services.clock.now() + threeDays)
    const token = tokenOf(url, '/set-password')
    expect(await findLinkedUser(services, token)).toEqual(user)
    expect(await use(token)).toEqual({ ...user, passwordSetAt: services.clock.now() })
    expect(await verifyUserPassword(services.db, { userId: user.id, password: chosen, lane: 'test' })).toBe(true)
    const kinds = await services.db
      .selectFrom('audit_events')
      .select('kind')
      .where('subject_id', '=', user.id)
      .execute()
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
      'user.created',
      'user.password_link_created',
      'user.password_set',
    ])
  })

  it('ends the sessions of that user only', async () => {
    const [mine, other] = [await signInAs(services, user), await signInAs(services, await insertUser(services))]
    await use(await make())
    const signedIn = ({ cookieHeader }: typeof mine) => readSignedInUser(testContext(services), cookieHeader)
    expect(await signedIn(mine)).toBeUndefined()
    expect(await signedIn(other)).toBeDefined()
  })

  it('works for 72 hours, to the millisecond', async () => {
    const token = await make()
    services.clock.advance(threeDays - 1)
    expect(await findLinkedUser(services, token)).toBeDefined()
    services.clock.advance(1)
    expect(await findLinkedUser(services, token)).toBeUndefined()
    expect(await codeOf(use(token))).toBe('link_unusable')
  })

  it('is void once a newer one is created', async () => {
    const [older, newer] = [await make(), await make()]
    expect(await codeOf(use(older))).toBe('link_unusable')
    expect(await codeOf(use(newer))).toBe('done')
  })

  it('is void once the user gets another role, which its creator may not manage', async () => {
    await insertUser(services, { role: 'owner' })
    const token = await make()
    await updateUser(services, root, { userId: user.id, name: 'Jane', role: 'agent' })
    expect(await findLinkedUser(services, token)).toBeDefined()
    await updateUser(services, root, { userId: user.id, name: 'Jane', role: 'owner' })
    expect(await codeOf(use(token))).toBe('link_unusable')
  })

  it('is not spent by a refused password', async () => {
    const token = await make()
    for (const [password, problem] of [
      ['short', 'too_short'],
      ['Jane Roe jane roe 1', 'personal'],
      ['', 'required'],
    ] as const) {
      await expect(use(token, password)).rejects.toMatchObject({ fields: { password: problem } })
    }
    expect(await codeOf(use(token))).toBe('done')
  })

  it('sets one password out of concurrent ones', async () => {
    const token = await make()
    const length = callersAtOnce(50)
    const codes = await Promise.all(Array.from({ length }, (_, index) => codeOf(use(token, `${chosen} ${index}`))))
    expect(codes.toSorted()).toEqual(['done', ...Array<string>(length - 1).fill('link_unusable')])
    const winner = codes.indexOf('done')
    expect(
      await verifyUserPassword(services.db, { userId: user.id, password: `${chosen} ${winner}`, lane: 'test' }),
    ).toBe(true)
  })

  it('gets the same refusal for every reason', async () => {
    const replaced = await make()
    const used = await make()
    await use(used)
    const setUpToken = 'x'.repeat(43)
    const ofDeactivated = await make()
    await deactivateUser(services, root, user.id)
    const deactivated = await codeOf(use(ofDeactivated))
    await reactivateUser(services, root, user.id)
    const codes = [deactivated]
    for (const token of [replaced, used, setUpToken, ofDeactivated, '']) codes.push(await codeOf(use(token)))
    expect(codes).toEqual(Array(6).fill('link_unusable'))
  })

  it('is not a set-up link, or vice versa', async () => {
    const token = await make()
    expect(await isSetUpLinkUsable(services, token)).toBe(false)
  })

  it.each(['deactivated', 'service'])('is not created for a %s user', async (kind) => {
    const target = kind === 'service' ? await insertUser(services, { role: 'service' }) : user
    if (kind === 'deactivated') await deactivateUser(services, root, user.id)
    expect(await codeOf(createSetPasswordLink(services, root, target.id))).toBe('conflict')
    expect(await codeOf(createSetPasswordLink(services, root, 'usr_unknown'))).toBe('not_found')
  })

  it("appears only in its creator's response", async () => {
    const token = await make()
    await use(token)
    const kept = await everythingKept()
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(chosen)
    expect(await findUserByName(services.db, 'jane')).toMatchObject({ id: user.id })
  })
})
