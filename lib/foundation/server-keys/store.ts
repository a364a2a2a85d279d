import type { Db } from '#lib/foundation/db/database.ts'

const settingName = 'master-secret-id'
const issuerName = 'issuer'

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

/** Records the issuer of a database that has none. @returns the recorded issuer */
export async function insertIssuer(db: Db, issuer: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: issuerName, value: issuer })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findIssuer(db)) ?? issuer
}

/** The origin that this database signs as; undefined before a server has started or signed. */
export async function findIssuer(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', issuerName).executeTakeFirst()
  return row?.value
}

/** Stores the issuer in place of any other. */
export async function setIssuer(db: Db, issuer: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: issuerName, value: issuer })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: issuer }))
    .execute()
}

/** @returns whether this call replaced it: of several processes that start together, one does */
export async function replaceIssuer(db: Db, former: string, issuer: string): Promise<boolean> {
  const row = await db
    .updateTable('settings')
    .set({ value: issuer })
    .where('name', '=', issuerName)
    .where('value', '=', former)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
