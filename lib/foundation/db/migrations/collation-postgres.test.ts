import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestServices } from '#lib/testing/test-services.ts'

it('every text column compares by bytes, whatever the locale of the database', async () => {
  const { db } = await openTestServices()
  const { rows } = await sql<{ column: string; collation: string | null }>`
    select table_name || '.' || column_name as column, collation_name as collation from information_schema.columns
    where table_schema = current_schema() and data_type = 'text'`.execute(db)
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([])
})
