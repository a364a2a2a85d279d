import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '#lib/foundation/db/database.ts'
import { transactInBulk } from '#lib/foundation/db/transact-in-bulk.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

async function readPlanning(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(db)
  return rows[0]?.plan_cache_mode
}

it('a transaction in bulk is planned for the tables as they are, and no later one', async () => {
  const { db } = await openTestServices()
  expect(await transactInBulk(db, readPlanning)).toBe('force_custom_plan')
  expect(await readPlanning(db)).toBe('auto')
})
