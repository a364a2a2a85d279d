import type { Db } from '#lib/db/database.ts'

const settingName = 'master-secret-id'

/** Records the ID of this database's first master secret. @returns the recorded ID */
export async function insertMasterId(db: Db, id: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: settingName, value: id })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findMasterId(db)) ?? id
}

/** The ID of the master secret that an instance last started with. */
export async function findMasterId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirst()
  return row?.value
}

export async function updateMasterId(db: Db, id: string): Promise<void> {
  await db.updateTable('settings').set({ value: id }).where('name', '=', settingName).execute()
}
