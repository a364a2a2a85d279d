import { expect, it } from 'vitest'
import { transactAlone } from '#lib/db/transact-alone.ts'
import { addReturnAddress } from '#lib/return-addresses/add-return-address.ts'
import { listReturnAddresses } from '#lib/return-addresses/list-return-addresses.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const add = (services: TestServices, origin: string) => addReturnAddress(services, root, { origin })

it('lets nobody write until it ends, and others read what was there before', async () => {
  const services = await openTestServices()
  await add(services, 'https://before.example')
  const order: string[] = []
  let writing: Promise<unknown> = Promise.resolve()
  await transactAlone(services.db, async (trx) => {
    await trx.deleteFrom('return_addresses').execute()
    writing = add(services, 'https://after.example').then(() => order.push('written'))
    // Whoever is not kept out is through long before.
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
  const failing = transactAlone(services.db, async (trx) => {
    attempts += 1
    await trx.deleteFrom('return_addresses').execute()
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(attempts).toBe(1)
  expect(await listReturnAddresses(services, root)).toHaveLength(1)
})
