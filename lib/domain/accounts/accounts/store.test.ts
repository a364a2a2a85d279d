import { expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('returns the IDs that name no account, in the given order', async () => {
  const services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  const many = Array.from({ length: 600 }, (_, index) => `gone-${index}`)
  expect(await findUnknownIds(services.db, [])).toEqual([])
  expect(await findUnknownIds(services.db, [...many, 'acme', 'ACME'])).toEqual([...many, 'ACME'])
})
