import { beforeEach, describe, expect, it } from 'vitest'
import { addGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { giveGroup, makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
  for (const id of ['a', 'b', 'c', 'd']) {
    await createAccount(services, root, account({ id, locale: id === 'd' ? 'de-at' : null }))
  }
})

const pathOf = (groupId: string) => `/account-groups/${groupId}/accounts`
const edit = (groupId: string, body: object) => sync.call('POST', pathOf(groupId), { body })
const chosen = (accountId: string) => ({ accountId, chosen: true, ruleIds: [] })

async function membersOf(groupId: string): Promise<string[]> {
  const { body } = await sync.call('GET', pathOf(groupId))
  return body.items.map(({ accountId }: { accountId: string }) => accountId)
}

async function changesOf(groupId: string) {
  const events = services.db.selectFrom('audit_events').select(['kind', 'key_id', 'details'])
  const rows = await events.where('subject_id', '=', groupId).where('key_id', 'is not', null).orderBy('id').execute()
  return rows.map(({ kind, key_id, details }) => [kind, key_id, JSON.parse(details)])
}

describe('PUT and DELETE /api/v1/account-groups/<groupId>/accounts/<accountId>', () => {
  it('add and remove an account once, for its users from their next request', async () => {
    const agent = await insertUser(services, { accountScope: 'list' })
    const groupId = await giveGroup(services, agent.id, [])
    const path = `${pathOf(groupId)}/a`
    for (let times = 0; times < 2; times++) {
      const { status, text } = await sync.call('PUT', path)
      expect([status, text]).toEqual([204, ''])
    }
    expect(await findOpenable(services.db, agent.id, 'a')).toBeDefined()
    expect((await sync.call('GET', path)).body).toEqual(chosen('a'))
    for (let times = 0; times < 2; times++) expect((await sync.call('DELETE', path)).status).toBe(204)
    expect(await findOpenable(services.db, agent.id, 'a')).toBeUndefined()
    expect((await sync.call('GET', path)).status).toBe(404)
    expect(await changesOf(groupId)).toEqual([
      ['account_group.accounts_added', sync.key.id, { accounts: 1 }],
      ['account_group.accounts_removed', sync.key.id, { accounts: 1 }],
    ])
  })

  it('one of 50 parallel additions is a change', async () => {
    const groupId = await makeGroup(services, [])
    const answers = await Promise.all(Array.from({ length: 50 }, () => sync.call('PUT', `${pathOf(groupId)}/a`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await changesOf(groupId)).toHaveLength(1)
  })

  it('don’t pretend that an account left which a rule matches', async () => {
    const groupId = await makeGroup(services, ['d'])
    const ruleId = await addGroupRule(services, root, { groupId, idPrefix: '', locale: 'de-at' })
    const { status, body } = await sync.call('DELETE', `${pathOf(groupId)}/d`)
    const error_description = 'A rule of the group matches this account, so it stays in the group.'
    expect([status, body]).toEqual([409, { error: 'conflict', error_description, requestId: 'req_1' }])
    expect((await sync.call('GET', `${pathOf(groupId)}/d`)).body).toEqual({ ...chosen('d'), ruleIds: [ruleId] })
  })

  it.each(['nowhere', '%00', '%', '..%2Fb', 'a%2Fb', 'x'.repeat(65), "a' or '1'='1", '%F0%9F%92%A9'])(
    'answer 404 for the account %s',
    async (segment) => {
      const groupId = await makeGroup(services, ['a'])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, body } = await sync.call(method, `${pathOf(groupId)}/${segment}`)
        expect([method, status, body.error]).toEqual([method, 404, 'not_found'])
      }
      expect(await membersOf(groupId)).toEqual(['a'])
    },
  )
})

describe('GET /api/v1/account-groups/<groupId>/accounts', () => {
  it('lists every account once, page by page, with its reasons', async () => {
    const groupId = await makeGroup(services, ['c', 'a', 'd'])
    const ruleId = await addGroupRule(services, root, { groupId, idPrefix: '', locale: 'de-at' })
    const other = await addGroupRule(services, root, { groupId, idPrefix: 'b', locale: '' })
    await makeGroup(services, ['b'])
    const first = await sync.call('GET', `${pathOf(groupId)}?limit=3`)
    expect(first.body).toEqual({
      items: [chosen('a'), { accountId: 'b', chosen: false, ruleIds: [other] }, chosen('c')],
      next: expect.any(String),
    })
    const second = await sync.call('GET', `${pathOf(groupId)}?limit=3&cursor=${first.body.next}`)
    expect(second.body).toEqual({ items: [{ ...chosen('d'), ruleIds: [ruleId] }], next: null })
    const elsewhere = await makeGroup(services, ['a'])
    const foreign = await sync.call('GET', `${pathOf(elsewhere)}?cursor=${first.body.next}`)
    expect(foreign).toMatchObject({ status: 400, body: { fields: { cursor: 'malformed' } } })
  })
})

describe('POST /api/v1/account-groups/<groupId>/accounts', () => {
  it('adds and removes accounts, and names unknown ones', async () => {
    const groupId = await makeGroup(services, ['a', 'b'])
    const body = { add: ['b', 'c', 'c', 'nowhere'], remove: ['a', 'd', 'gone'] }
    const changed = await edit(groupId, body)
    const unknown = ['gone', 'nowhere']
    expect([changed.status, changed.body]).toEqual([200, { added: 1, removed: 1, unknown, kept: [] }])
    expect(await membersOf(groupId)).toEqual(['b', 'c'])
    expect((await edit(groupId, body)).body).toEqual({ added: 0, removed: 0, unknown, kept: [] })
    expect(await changesOf(groupId)).toEqual([
      ['account_group.accounts_removed', sync.key.id, { accounts: 1 }],
      ['account_group.accounts_added', sync.key.id, { accounts: 1 }],
    ])
  })

  it('names the accounts that a rule keeps, and adds those that are in both lists', async () => {
    const groupId = await makeGroup(services, ['a', 'd'])
    await addGroupRule(services, root, { groupId, idPrefix: '', locale: 'de-at' })
    expect((await edit(groupId, { remove: ['a', 'd'] })).body).toEqual({
      added: 0,
      removed: 2,
      unknown: [],
      kept: ['d'],
    })
    expect(await membersOf(groupId)).toEqual(['d'])
    expect((await edit(groupId, { add: ['a', 'd'], remove: ['a', 'd'] })).body).toMatchObject({ added: 2, kept: [] })
    expect(await membersOf(groupId)).toEqual(['a', 'd'])
  })

  it.each([
    [{}, { add: 'required' }],
    [{ add: [], remove: [] }, { add: 'required' }],
    [{ add: 'a' }, { add: 'malformed' }],
    [{ add: null }, { add: 'malformed' }],
    [{ add: ['a', '..'] }, { add: 'malformed' }],
    [{ add: ['a\u0000'] }, { add: 'malformed' }],
    [{ remove: [5] }, { remove: 'required' }],
    [{ add: Array(1_001).fill('a') }, { add: 'too_many' }],
    [{ remove: Array(1_001).fill('a') }, { remove: 'too_many' }],
    [{ add: ['a'], everything: true }, { everything: 'unknown' }],
  ])('refuses %j as a whole', async (body, fields) => {
    const groupId = await makeGroup(services, ['b'])
    expect(await edit(groupId, body)).toMatchObject({ status: 400, body: { fields } })
    expect(await membersOf(groupId)).toEqual(['b'])
  })

  it('refuses a body of more than 64 KiB', async () => {
    const groupId = await makeGroup(services, [])
    const { status } = await edit(groupId, { add: Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(64, 'x')) })
    expect(status).toBe(413)
  })
})
