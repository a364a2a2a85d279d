import type { Db } from '#lib/db/database.ts'

const settingName = 'master-secret-id'

/** Records the id of the first master secret this database sees. @returns the id that stands there now */
export async function insertMasterId(db: Db, id: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: settingName, value: id })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirstOrThrow()
  return row.value
}

/** The id of the master secret with which an instance has started last. */
export async function findMasterId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirst()
  return row?.value
}

/** Notes the master secret that makes things from now on. */
export async function updateMasterId(db: Db, id: string): Promise<void> {
  await db.updateTable('settings').set({ value: id }).where('name', '=', settingName).execute()
}
