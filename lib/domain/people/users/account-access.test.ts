import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { changeAccountAccess, listAccountAccess } from '#lib/domain/people/users/account-access.ts'
import { getUser } from '#lib/domain/people/users/find-users.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let agent: User

beforeEach(async () => {
  services = await openTestServices()
  for (const [id, name] of [
    ['acme', 'Acme'],
    ['beta', 'Beta'],
    ['gamma', 'Gamma'],
    ['delta', 'Delta'],
  ] as const) {
    await createAccount(services, root, account({ id, name }))
  }
  agent = await insertUser(services, { role: 'agent', accountScope: 'list', accountIds: ['acme', 'beta'] })
})

const listOf = async (userId: string) => (await getUser(services, root, userId)).accountIds

function changesRecorded() {
  return services.db
    .selectFrom('audit_events')
    .select(['subject_id', 'details'])
    .where('kind', '=', 'user.updated')
    .execute()
}

describe('a list of accounts', () => {
  it('gains and loses exactly the given accounts', async () => {
    const change = await changeAccountAccess(services, root, {
      userId: agent.id,
      added: ['gamma', 'acme', 'gamma'],
      removed: ['beta', 'delta'],
    })
    expect(change).toEqual({ added: 1, removed: 1 })
    expect(await listOf(agent.id)).toEqual(['acme', 'gamma'])
    const details = JSON.stringify({ addedAccounts: 1, removedAccounts: 1 })
    expect(await changesRecorded()).toEqual([{ subject_id: agent.id, details }])
  })

  it('gets no audit event without a change', async () => {
    await changeAccountAccess(services, root, { userId: agent.id, added: ['acme'], removed: ['delta'] })
    expect(await changesRecorded()).toEqual([])
  })

  it('rolls back a change with an unknown ID', async () => {
    const changing = changeAccountAccess(services, root, {
      userId: agent.id,
      added: ['gamma', 'gone'],
      removed: ['acme'],
    })
    const refusal = { code: 'input_invalid', fields: { added: 'unknown' }, entries: { added: ['gone'] } }
    await expect(changing).rejects.toMatchObject(refusal)
    expect(await listOf(agent.id)).toEqual(['acme', 'beta'])
    expect(await changesRecorded()).toEqual([])
  })

  it('accepts thousands of accounts at once', async () => {
    const ids = Array.from({ length: 1_201 }, (_, index) => `many-${index}`)
    for (let start = 0; start < ids.length; start += 100) {
      const rows = ids.slice(start, start + 100)
      const now = services.clock.now()
      await services.db
        .insertInto('accounts')
        .values(rows.map((id) => ({ id, name: id, search_text: id, locale: null, deep_path: null, created_at: now })))
        .execute()
    }
    const added = await changeAccountAccess(services, root, { userId: agent.id, added: ids, removed: [] })
    expect(added).toEqual({ added: 1_201, removed: 0 })
    const removed = await changeAccountAccess(services, root, { userId: agent.id, added: [], removed: ids })
    expect(removed).toEqual({ added: 0, removed: 1_201 })
    expect(await listOf(agent.id)).toEqual(['acme', 'beta'])
  })

  it('stays unchanged when a form without a list changes the name', async () => {
    const changes = { userId: agent.id, name: 'Another Name', role: 'agent', accountScope: 'list' }
    expect(await updateUser(services, root, changes)).toMatchObject({ name: 'Another Name', accountScope: 'list' })
    expect(await listOf(agent.id)).toEqual(['acme', 'beta'])
  })
})

describe('refuses', () => {
  const change = { added: ['gamma'], removed: [] }

  it('an agent', async () => {
    const changing = changeAccountAccess(services, personOf(services, agent), { userId: agent.id, ...change })
    await expect(changing).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('an admin who changes an owner', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const owner = await insertUser(services, { role: 'owner' })
    const changing = changeAccountAccess(services, admin, { userId: owner.id, ...change })
    await expect(changing).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('a password confirmation from ten minutes ago', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    services.clock.advance(confirmationMs)
    const changing = changeAccountAccess(services, admin, { userId: agent.id, ...change })
    await expect(changing).rejects.toMatchObject({ code: 'confirmation_required' })
  })

  it('a list for a user who opens all accounts', async () => {
    const everywhere = await insertUser(services, { role: 'agent', accountScope: 'all' })
    const changing = changeAccountAccess(services, root, { userId: everywhere.id, ...change })
    await expect(changing).rejects.toMatchObject({ code: 'conflict' })
  })

  it('a malformed ID', async () => {
    const changing = changeAccountAccess(services, root, { userId: agent.id, added: ['a/b'], removed: [] })
    await expect(changing).rejects.toMatchObject({ code: 'input_invalid', fields: { added: 'malformed' } })
  })
})

describe('the page of accounts with access', () => {
  const shownTo = async (request: { query?: string; listedOnly: boolean; after?: string }) => {
    const { accounts, ...counts } = await listAccountAccess(services, root, { userId: agent.id, ...request })
    return { shown: accounts.map(({ id, listed }) => `${id}${listed ? '+' : ''}`), ...counts }
  }

  it('are all accounts by name, each with whether it is on the list', async () => {
    expect(await shownTo({ listedOnly: false })).toEqual({
      shown: ['acme+', 'beta+', 'delta', 'gamma'],
      more: false,
      listed: 2,
      next: null,
    })
  })

  it('are limited to the list on request', async () => {
    const rest = { more: false, listed: 2, next: null }
    expect(await shownTo({ listedOnly: true })).toEqual({ shown: ['acme+', 'beta+'], ...rest })
    expect(await shownTo({ listedOnly: true, after: 'acme' })).toEqual({ shown: ['beta+'], ...rest })
  })

  it('are searched by name and id', async () => {
    expect((await shownTo({ listedOnly: false, query: 'GAM' })).shown).toEqual(['gamma'])
    expect((await shownTo({ listedOnly: false, query: 'm' })).shown).toEqual([])
    expect((await shownTo({ listedOnly: false, query: 'a' })).shown).toEqual(['acme+'])
    expect((await shownTo({ listedOnly: true, query: 'a' })).shown).toEqual(['acme+'])
    expect((await shownTo({ listedOnly: true, query: 'eta' })).shown).toEqual(['beta+'])
    expect((await shownTo({ listedOnly: true, query: 'gam' })).shown).toEqual([])
  })

  it('are refused to an agent', async () => {
    const choosing = listAccountAccess(services, personOf(services, agent), { userId: agent.id, listedOnly: true })
    await expect(choosing).rejects.toMatchObject({ code: 'forbidden' })
  })
})
