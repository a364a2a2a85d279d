import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { normalizeEventQuery } from '#lib/domain/events/activity/normalize-event-query.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { foldForSearch } from '#lib/kernel/fold-text.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let ann: User

beforeEach(async () => {
  services = await openTestServices()
  ann = await insertUser(services, { username: 'ann', name: 'Ann Keller' })
  await insertUser(services, { username: 'bea', name: 'Bea Keller' })
})

function settle(fields: Record<string, string>) {
  return normalizeEventQuery(services, root, { fields, timeZone: 'UTC' })
}

async function addAccounts(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const id = foldForSearch(name).replaceAll(' ', '-')
    await createAccount(services, root, account({ id, name }))
  }
}

describe('the user of a filter', () => {
  it.each(['id', 'ANN', 'ann@example.com', 'Ann Keller', 'keller ann'])('is found by %s', async (name) => {
    const { filter, named } = await settle({ person: name === 'id' ? ann.id : name })
    expect([filter.userId, named.person]).toEqual([ann.id, { id: ann.id, name: 'Ann Keller', fact: 'ann' }])
  })

  it.each([
    ['zoe', 'no_match', undefined],
    ['\0', 'no_match', undefined],
    ['Keller', 'several_match', ['ann', 'bea']],
  ])('is refused as %j: %s', async (person, problem, choices) => {
    await expect(settle({ person })).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { person: problem },
      entries: choices ? { person: choices } : {},
    })
  })

  it('is found among more users than a suggestion reads', async () => {
    await sql`
      insert into users (id, username, username_key, name, search_text, role, account_scope, created_at, created_by)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 5100)
      select 'usr_' || cast(i as text), 'u' || cast(i as text), 'u' || cast(i as text), 'A', 'a' || cast(i as text),
        'service', 'list', 1, 'root' from n`.execute(services.db)
    await insertUser(services, { username: 'zac', name: 'Zac Young' })
    expect((await settle({ person: 'young' })).named.person?.fact).toBe('zac')
  })
})

describe('the account of a filter', () => {
  beforeEach(async () => {
    await addAccounts('Transport Gouda', 'Kaas Gouda', 'Zürich Nord')
    await createAccount(services, root, account({ id: 'nord-1', name: 'Nord' }))
  })

  it.each([
    ['kaas-gouda', 'kaas-gouda'],
    ['KAAS-GOUDA', 'kaas-gouda'],
    [' transport ', 'transport-gouda'],
    ['gouda kaas', 'kaas-gouda'],
    ['zurich', 'zurich-nord'],
    // The name of one, and a part of another.
    ['nord', 'nord-1'],
  ])('is found by %j', async (account, id) => {
    const { filter, named } = await settle({ account })
    expect([filter.accountId, named.account?.fact]).toEqual([id, id])
  })

  it.each([
    ['nowhere', 'no_match'],
    ['gouda', 'several_match'],
    ['\0', 'no_match'],
    ['%', 'no_match'],
    ['x'.repeat(255), 'too_long'],
  ])('is refused as %j: %s', async (account, problem) => {
    await expect(settle({ account })).rejects.toMatchObject({ code: 'input_invalid', fields: { account: problem } })
  })

  it('is not chosen between two of the same name', async () => {
    await createAccount(services, root, account({ id: 'other', name: 'Nord' }))
    await expect(settle({ account: 'Nord' })).rejects.toMatchObject({ fields: { account: 'several_match' } })
    expect((await settle({ account: 'other' })).filter.accountId).toBe('other')
  })

  it('may be gone, as long as events name it', async () => {
    const subject = { kind: 'account', id: 'former', name: 'Former' } as const
    await services.db
      .transaction()
      .execute((trx) => recordEvent(trx, root, { kind: 'account.suspended', subject, accountId: 'former' }))
    expect((await settle({ account: 'former' })).filter.accountId).toBe('former')
    await expect(settle({ account: 'formerly' })).rejects.toMatchObject({ fields: { account: 'no_match' } })
  })
})

describe('the API key of a filter', () => {
  const addKey = (owner: User, name: string) =>
    generateApiKey(services, root, { name, ownerId: owner.id, expiresInDays: null })

  it('is found by its name or ID, revoked too', async () => {
    const { id } = await addKey(ann, 'Order system')
    await addKey(ann, 'Orders of the shop')
    await revokeApiKey(services, root, id)
    for (const key of [id, 'order system', 'ORDER SYSTEM']) expect((await settle({ key })).filter.keyId).toBe(id)
    await expect(settle({ key: 'order' })).rejects.toMatchObject({ fields: { key: 'several_match' } })
    await expect(settle({ key: 'nothing' })).rejects.toMatchObject({ fields: { key: 'no_match' } })
  })

  it('is found by name only among those that the reader manages, and by ID as its events are', async () => {
    const owner = await insertUser(services, { role: 'owner' })
    const { id } = await addKey(owner, 'Hidden')
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const by = (key: string) => normalizeEventQuery(services, admin, { fields: { key }, timeZone: 'UTC' })
    await expect(by('Hidden')).rejects.toMatchObject({ fields: { key: 'no_match' } })
    expect((await by(id)).named.key).toEqual({ id, name: id, fact: '' })
  })
})

it('names every filter that matches nothing', async () => {
  await expect(settle({ person: 'zoe', account: 'zoe', key: 'zoe' })).rejects.toMatchObject({
    fields: { person: 'no_match', account: 'no_match', key: 'no_match' },
  })
})

describe('a filter', () => {
  it('ignores empty fields', async () => {
    expect(await settle({ person: '', account: ' ', kind: '', from: '', to: '', before: '' })).toEqual({
      filter: {
        userId: undefined,
        accountId: undefined,
        keyId: undefined,
        address: undefined,
        kind: undefined,
        since: undefined,
        until: undefined,
      },
      turn: { before: undefined, after: undefined },
      named: {},
    })
  })

  it('names each invalid field', async () => {
    await expect(settle({ from: '2026-13-01', kind: 'gossip', account: 'x'.repeat(255) })).rejects.toMatchObject({
      fields: { from: 'malformed', kind: 'malformed', account: 'too_long' },
    })
  })

  it('is refused to an agent, who could otherwise find out who is a user', async () => {
    const agent = personOf(services, ann)
    await expect(
      normalizeEventQuery(services, agent, { fields: { person: 'bea' }, timeZone: 'UTC' }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
