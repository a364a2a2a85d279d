import { expect, it } from 'vitest'
import { nowMs } from '#lib/foundation/db/database.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

type Setting = Readonly<{ name: string; value: string }>

const put = prepared((db, values: Placeholders<Setting>) =>
  db.insertInto('settings').values({ name: values.name, value: values.value }).returning('name'),
)
const change = prepared((db, values: Placeholders<Setting>) =>
  db.updateTable('settings').set({ value: values.value }).where('name', '=', values.name),
)
let builds = 0
const find = prepared((db, { name, limit }: Placeholders<{ name: string; limit: number }>) => {
  builds += 1
  return db
    .selectFrom('settings')
    .select(['value', nowMs.as('now')])
    .where('name', '>=', name)
    .limit(limit)
    .orderBy('name')
})

it('is built once, and told its values each time', async () => {
  const { db, clock } = await openTestServices()
  expect(await put(db, { name: 'one', value: '1' })).toEqual([{ name: 'one' }])
  expect(await put(db, { name: 'two', value: '2' })).toEqual([{ name: 'two' }])
  expect(await change(db, { name: 'two', value: "two'; --" })).toEqual([])
  const now = clock.now()
  const both = [
    { value: '1', now },
    { value: "two'; --", now },
  ]
  expect(await find(db, { name: 'one', limit: 5 })).toEqual(both)
  expect(await find(db, { name: 'one', limit: 1 })).toEqual(both.slice(0, 1))
  expect(await find(db, { name: 'two', limit: 5 })).toEqual(both.slice(1))
  const { db: another } = await openTestServices()
  expect(await find(another, { name: 'one', limit: 5 })).toEqual([])
  expect(builds).toBe(1)
})

it('belongs to the transaction that it is given', async () => {
  const { db } = await openTestServices()
  const attempt = db.transaction().execute(async (trx) => {
    await put(trx, { name: 'one', value: '1' })
    expect(await find(trx, { name: 'one', limit: 1 })).toHaveLength(1)
    throw new Error('changed its mind')
  })
  await expect(attempt).rejects.toThrow('changed its mind')
  expect(await find(db, { name: 'one', limit: 1 })).toEqual([])
})
