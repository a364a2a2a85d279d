import type { Db } from '#lib/db/database.ts'

const markerName = 'demonstration'

/** `begun`: a start was interrupted, the same steps may run again. */
export type DemoState = 'absent' | 'begun' | 'complete'

/** How far an earlier run came: what has begun and not completed is not to be trusted. */
export async function readDemoState(db: Db): Promise<DemoState> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', markerName).executeTakeFirst()
  if (!row) return 'absent'
  return row.value === 'complete' ? 'complete' : 'begun'
}

/** Marks how far this run has come. */
export async function writeDemoState(db: Db, state: 'begun' | 'complete'): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: markerName, value: state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: state }))
    .execute()
}

/** Whether anybody is there already, whom demonstration data would stand beside. */
export async function holdsUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
