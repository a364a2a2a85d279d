import { expect, it } from 'vitest'
import { nowMs } from '#lib/foundation/db/database.ts'
import { givenTexts, insertGiven } from '#lib/foundation/db/given-rows.ts'
import type { Placeholders } from '#lib/foundation/db/prepared.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

const difficult = [
  `two'; --`,
  '"quoted"',
  'back\\slash',
  '[1]',
  '{"a":1}',
  '007',
  '1e3',
  'true',
  'null',
  '',
  'Ärger 🗝 ﬁ',
]

it('inserts a row for each, and finds each by its text', async () => {
  const { db } = await openTestServices()
  const rows = difficult.map((text, index) => ({ text, number: `n${index}` }))
  const toColumns = ({ text, number }: Placeholders<(typeof rows)[number]>) => ({ name: text, value: number })
  await insertGiven(db, { into: 'settings', rows, toColumns }).execute()
  const found = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', givenTexts(db, [...difficult, 'unknown']))
    .execute()
  expect(found.toSorted((a, b) => difficult.indexOf(a.name) - difficult.indexOf(b.name))).toEqual(
    rows.map(({ text, number }) => ({ name: text, value: number })),
  )
})

it('keeps null apart from texts', async () => {
  const { db } = await openTestServices()
  const rows = ['null', null].map((locale, index) => ({ id: `a-${index}`, locale }))
  await insertGiven(db, {
    into: 'accounts',
    rows,
    toColumns: ({ id, locale }) => ({ id, name: id, search_text: id, locale, created_at: nowMs }),
  }).execute()
  expect(await db.selectFrom('accounts').select(['id', 'locale']).orderBy('id').execute()).toEqual(rows)
})

it('takes none', async () => {
  const { db } = await openTestServices()
  const nothing: { name: string }[] = []
  await insertGiven(db, { into: 'settings', rows: nothing, toColumns: ({ name }) => ({ name, value: name }) }).execute()
  expect(await db.selectFrom('settings').select('name').where('name', 'in', givenTexts(db, [])).execute()).toEqual([])
})
