import { expect, it } from 'vitest'
import { addReturnAddress, listReturnAddresses } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { transactExclusively } from '#lib/foundation/db/transact-exclusively.ts'
import { root } from '#lib/testing/people.ts'
import { openTestPostgres } from '#lib/testing/test-postgres.ts'
import { onlyOn, openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const add = (services: TestServices, origin: string) => addReturnAddress(services, root, { origin })

it('lets nobody write until it ends, and others read what was there before', async () => {
  const services = await openTestServices()
  await add(services, 'https://before.example')
  const order: string[] = []
  let writing: Promise<unknown> = Promise.resolve()
  await transactExclusively(services.db, async (trx) => {
    await trx.deleteFrom('return_addresses').execute()
    writing = add(services, 'https://after.example').then(() => order.push('written'))
    // A write that isn't excluded would finish long before this.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await listReturnAddresses(services, root)).toMatchObject([{ origin: 'https://before.example' }])
    order.push('ended')
  })
  await writing
  expect(order).toEqual(['ended', 'written'])
  expect(await listReturnAddresses(services, root)).toMatchObject([{ origin: 'https://after.example' }])
})

it('takes everything back when it fails, and is not tried again', async () => {
  const services = await openTestServices()
  await add(services, 'https://before.example')
  let attempts = 0
  const failing = transactExclusively(services.db, async (trx) => {
    attempts += 1
    await trx.deleteFrom('return_addresses').execute()
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(attempts).toBe(1)
  expect(await listReturnAddresses(services, root)).toHaveLength(1)
})

it('is tried again where it locks itself out with somebody who writes', onlyOn('postgres'), async () => {
  const services = await openTestServices()
  await add(services, 'https://before.example')
  const other = openTestPostgres(services.env.databaseUrl ?? '', services.clock)
  let attempts = 0
  let alone: Promise<unknown> = Promise.resolve()
  await other.transaction().execute(async (trx) => {
    // Locks the tables from `users` on: a writer that has written the last table and continues with the first waits for
    // us.
    await trx.updateTable('settings').set({ value: 'x' }).execute()
    alone = transactExclusively(services.db, async () => {
      attempts += 1
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await trx.updateTable('users').set({ name: 'x' }).execute()
  })
  await alone
  expect(attempts).toBe(1)
})
