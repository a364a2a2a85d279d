import { beforeEach, describe, expect, it } from 'vitest'
import { idleMs } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { encodeCursor } from '#lib/kernel/list-cursor.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { openTestSession } from '#lib/testing/open-accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { fewOf } from '#lib/testing/sampling.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let desk: ApiCaller
let robin: User
beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['acme', 'beta']) {
    await createAccount(services, root, account({ id }))
  }
  desk = await makeApiCaller(services, ['sessions:write'])
  robin = await insertUser(services)
})

let browsers = 0

/** @returns the ID of a new session, in a new browser */
async function open(userId = robin.id, accountId = 'acme', keyId: string | null = null): Promise<string> {
  const browserHash = `browser ${++browsers}`
  await openTestSession(services.db, services, { userId, accountId, browserHash, keyId })
  const sessions = services.db.selectFrom('account_sessions').select('id')
  return (await sessions.where('browser_hash', '=', browserHash).executeTakeFirstOrThrow()).id
}

const list = (query: string, by = desk) => by.call('GET', `/sessions?${query}`)
const idsOf = async (query: string, by = desk) => (await list(query, by)).body.items.map(({ id }: { id: string }) => id)
const end = (id: string, by = desk) => by.call('DELETE', `/sessions/${id}`)

function listEnds() {
  return services.db
    .selectFrom('audit_events')
    .select(['actor_kind', 'actor_id', 'actor_name', 'key_id', 'account_id', 'details'])
    .where('kind', '=', 'account_session.ended')
    .execute()
}

describe('GET /api/v1/sessions', () => {
  it('shows who has an account open, and since when, without a secret of the browser', async () => {
    const { id: keyId } = await makeTestKey(services, { ownerId: robin.id })
    const launched = await open()
    services.clock.advance(minuteMs)
    const opened = await open(robin.id, 'acme', keyId)
    await open(robin.id, 'beta')
    const at = (ms: number) => new Date(testStart + ms).toISOString()
    const { status, body } = await list('accountId=acme')
    expect([status, body]).toEqual([
      200,
      {
        items: [
          {
            id: opened,
            accountId: 'acme',
            userId: robin.id,
            keyId,
            createdAt: at(minuteMs),
            lastSeenAt: at(minuteMs),
            endsAt: at(minuteMs + idleMs),
          },
          {
            id: launched,
            accountId: 'acme',
            userId: robin.id,
            keyId: null,
            createdAt: at(0),
            lastSeenAt: at(0),
            endsAt: at(idleMs),
          },
        ],
        next: null,
      },
    ])
  })

  it('filters by account, by user, and by both', async () => {
    const kim = await insertUser(services)
    const [own, other, elsewhere] = [await open(), await open(kim.id), await open(robin.id, 'beta')]
    expect((await idsOf('accountId=acme')).toSorted()).toEqual([own, other].toSorted())
    expect((await idsOf(`userId=${robin.id}`)).toSorted()).toEqual([own, elsewhere].toSorted())
    expect(await idsOf(`userId=${robin.id}&accountId=beta`)).toEqual([elsewhere])
    expect(await idsOf('accountId=none')).toEqual([])
    expect(await idsOf('userId=usr_none')).toEqual([])
  })

  it('leaves out what can’t be used: ended, unused, or of a revoked key', async () => {
    const { id: keyId } = await makeTestKey(services, { ownerId: robin.id })
    const [ended] = [await open(), await open(robin.id, 'acme', keyId)]
    await end(ended)
    await revokeApiKey(services, root, keyId)
    // On PostgreSQL, a session may commit after the revocation of its key.
    const late = await open(robin.id, 'acme', keyId)
    const kept = await open()
    expect(await idsOf('accountId=acme&limit=1')).toEqual([kept])
    expect((await end(late)).status).toBe(404)
    services.clock.advance(idleMs)
    expect(await idsOf('accountId=acme')).toEqual([])
    expect((await end(kept)).status).toBe(404)
  })

  it('lists each session once, page by page, also those of one instant', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.push(await open())
      if (n === 2) services.clock.advance(1)
    }
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await list(`userId=${robin.id}&limit=2${cursor}`)
      expect(body.items.length).toBeLessThanOrEqual(2)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      // A session that is opened meanwhile comes before the first one.
      services.clock.advance(1)
      await open()
      if (body.next === null) break
      cursor = `&cursor=${body.next}`
    }
    expect(seen).toEqual([...ids.slice(3).toSorted(), ...ids.slice(0, 3).toSorted()])
  })

  it.each([
    ['', { accountId: 'required', userId: 'required' }],
    ['accountId=&userId=', { accountId: 'required', userId: 'required' }],
    ['accountId=%00', { accountId: 'malformed' }],
    [`accountId=${'x'.repeat(65)}`, { accountId: 'too_long' }],
    ['userId=%00', { userId: 'malformed' }],
    ["userId=x' or 1=1 --", { userId: 'malformed' }],
    ['userId=usr_x&limit=0', { limit: 'out_of_range' }],
    ['userId=usr_x&cursor=x', { cursor: 'malformed' }],
    [`userId=usr_x&cursor=${encodeCursor('/api/v1/refusals', '1 ases_x')}`, { cursor: 'malformed' }],
    [`userId=usr_x&cursor=${encodeCursor('/api/v1/sessions', '1 \u0000')}`, { cursor: 'malformed' }],
    [`userId=usr_x&cursor=${encodeCursor('/api/v1/sessions', `${'9'.repeat(16)} ases_x`)}`, { cursor: 'malformed' }],
  ])('refuses %j', async (query, fields) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: 'invalid_request', fields } })
  })
})

describe('DELETE /api/v1/sessions/<sessionId>', () => {
  it('ends a session once, and names the key as the actor', async () => {
    const [id, kept] = [await open(), await open()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(id)))
    expect(answers.filter(({ status, text }) => status === 204 && text === '')).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 404 && body.error === 'not_found')).toHaveLength(19)
    expect(await idsOf('accountId=acme')).toEqual([kept])
    const actor = { actor_kind: 'program', actor_id: desk.key.ownerId, actor_name: 'Sync', key_id: desk.key.id }
    const details = JSON.stringify({ userId: robin.id, userName: robin.name })
    expect(await listEnds()).toEqual([{ ...actor, account_id: 'acme', details }])
  })

  it.each(fewOf(2, ['none', '%00', '%', '%27%20or%201=1%20--', 'x'.repeat(2_000)]))(
    'answers 404 for %j',
    async (id) => {
      await open()
      expect(await end(id)).toMatchObject({ status: 404, body: { error: 'not_found' } })
      expect(await listEnds()).toEqual([])
    },
  )
})

describe('the sessions of users whom the owner of the key does not manage', () => {
  it.each([
    ['owner', 'owner', true],
    ['owner', 'admin', true],
    ['admin', 'owner', false],
    ['admin', 'admin', false],
    ['admin', 'agent', true],
    ['admin', 'service', true],
  ] as const)('a key of an %s: those of an %s: %s', async (by, role, isVisible) => {
    const caller = await makeApiCaller(services, ['sessions:write'], by)
    const id = await open((await insertUser(services, { role })).id)
    expect(await idsOf('accountId=acme', caller)).toEqual(isVisible ? [id] : [])
    expect((await end(id, caller)).status).toBe(isVisible ? 204 : 404)
    expect(await listEnds()).toHaveLength(isVisible ? 1 : 0)
  })

  it('are hidden by user too, but not those of the owner of the key', async () => {
    const chief = await insertUser(services, { role: 'owner' })
    await open(chief.id)
    const own = await open(desk.key.ownerId)
    expect(await idsOf(`userId=${chief.id}`)).toEqual([])
    expect(await idsOf(`userId=${desk.key.ownerId}`)).toEqual([own])
  })
})
