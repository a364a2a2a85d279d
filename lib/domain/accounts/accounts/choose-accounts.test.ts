import { beforeEach, expect, it } from 'vitest'
import { findChosenAccounts, suggestAccounts } from '#lib/domain/accounts/accounts/choose-accounts.ts'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
  for (const id of ['sol-1', 'sol-10', 'SOL-2']) {
    await createAccount(services, root, account({ id, name: `Sól ${id}` }))
  }
  await suspendAccount(services, root, 'sol-10')
})

const idsOf = (accounts: readonly Readonly<{ id: string }>[]) => accounts.map(({ id }) => id)

it('suggests accounts by name or ID, the exact ID first, suspended accounts too', async () => {
  expect(idsOf(await suggestAccounts(services, root, 'sol-1'))).toEqual(['sol-1', 'sol-10'])
  expect(idsOf(await suggestAccounts(services, root, ' SÓL ')).toSorted()).toEqual(['SOL-2', 'sol-1', 'sol-10'])
})

it('suggests nothing before a search', async () => {
  expect(await suggestAccounts(services, root, ' ')).toEqual([])
})

it('finds the accounts of typed IDs, whose case matters', async () => {
  const found = await findChosenAccounts(services, root, ['sol-2', 'sol-1', 'nowhere', 'no\0where', 'SOL-2'])
  expect(idsOf(found).toSorted()).toEqual(['SOL-2', 'sol-1'])
  expect(await findChosenAccounts(services, root, [])).toEqual([])
})
