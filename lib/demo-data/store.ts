import type { Db } from '#lib/db/database.ts'

const markerName = 'demonstration'

/** `begun`: a start was interrupted, the same steps may run again. */
export type DemoState = 'absent' | 'begun' | 'complete'

export async function readDemoState(db: Db): Promise<DemoState> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', markerName).executeTakeFirst()
  if (!row) return 'absent'
  return row.value === 'complete' ? 'complete' : 'begun'
}

export async function writeDemoState(db: Db, state: 'begun' | 'complete'): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: markerName, value: state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: state }))
    .execute()
}

export async function holdsUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
