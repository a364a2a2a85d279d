import { expect, it } from 'vitest'
import { createAccount } from '#lib/accounts/create-account.ts'
import { findUnknownAccountIds } from '#lib/accounts/find-unknown-account-ids.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('names the ids that are no account, in the order in which they were given', async () => {
  const services = await openTestServices()
  await createAccount(services, root, { id: 'acme', name: 'Acme', locale: null, deepPath: null })
  const many = Array.from({ length: 600 }, (_, index) => `gone-${index}`)
  expect(await findUnknownAccountIds(services, root, [])).toEqual([])
  expect(await findUnknownAccountIds(services, root, [...many, 'acme', 'ACME'])).toEqual([...many, 'ACME'])
})

it('tells an agent nothing', async () => {
  const services = await openTestServices()
  const agent = personOf(services, await insertUser(services, { role: 'agent' }))
  await expect(findUnknownAccountIds(services, agent, ['acme'])).rejects.toMatchObject({ code: 'forbidden' })
})
