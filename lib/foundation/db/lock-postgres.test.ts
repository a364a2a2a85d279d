import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('is free again when its transaction is rolled back, and can be taken twice by one transaction', async () => {
  const { db } = await openTestServices()
  const failing = db.transaction().execute(async (trx) => {
    await takeLock(trx, 'a')
    await takeLock(trx, 'a')
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  await db.transaction().execute((trx) => takeLock(trx, 'a'))
})

it('lets a transaction see what its former holder has committed', async () => {
  const { db } = await openTestServices()
  await db.insertInto('settings').values({ name: 'counter', value: '0' }).execute()
  const increment = () =>
    db.transaction().execute(async (trx) => {
      await takeLock(trx, 'counter')
      const row = await trx
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'counter')
        .executeTakeFirstOrThrow()
      const value = String(Number(row.value) + 1)
      await trx.updateTable('settings').set({ value }).where('name', '=', 'counter').execute()
      return isolationOf(trx)
    })
  const isolations = await Promise.all(Array.from({ length: 20 }, increment))
  expect(new Set(isolations)).toEqual(new Set(['read committed']))
  expect(await db.selectFrom('settings').select('value').where('name', '=', 'counter').execute()).toEqual([
    { value: '20' },
  ])
})

async function isolationOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_setting('transaction_isolation') as name`.execute(db)
  return rows[0]?.name
}
