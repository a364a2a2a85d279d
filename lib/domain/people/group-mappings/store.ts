import { type GroupMapping, mappedRoles } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'

const columns = ['id', 'source', 'group_name as groupName', 'role', 'account_group_id as accountGroupId'] as const

export async function insertMapping(db: Db, mapping: GroupMapping & Readonly<{ createdBy: string }>): Promise<void> {
  await db
    .insertInto('group_mappings')
    .values({
      id: mapping.id,
      source: mapping.source,
      group_name: mapping.groupName,
      role: mapping.role,
      account_group_id: mapping.accountGroupId,
      created_at: nowMs,
      created_by: mapping.createdBy,
    })
    .execute()
}

/** The mappings of a source, by group name. */
export async function listMappingRows(db: Db, source: string): Promise<readonly GroupMapping[]> {
  const ofSource = db.selectFrom('group_mappings').select(columns).where('source', '=', source)
  return (await ofSource.orderBy('group_name').orderBy('id').execute()).map(toMapping)
}

export async function countMappings(db: Db, source: string): Promise<number> {
  return countRows(db.selectFrom('group_mappings').where('source', '=', source))
}

/** @returns undefined for an unknown ID, and for one of another source */
export async function deleteMapping(db: Db, source: string, id: string): Promise<GroupMapping | undefined> {
  const row = await db
    .deleteFrom('group_mappings')
    .where('id', '=', id)
    .where('source', '=', source)
    .returning(columns)
    .executeTakeFirst()
  return row && toMapping(row)
}

/** The label of a sign-in provider, which is the source of the groups that it tells. */
export async function findProviderLabel(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('sign_in_providers').select('label').where('id', '=', id).executeTakeFirst())?.label
}

/** Deletes the mappings of a source that ends. */
export async function deleteMappingsOf(db: Db, source: string): Promise<void> {
  await db.deleteFrom('group_mappings').where('source', '=', source).execute()
}

/** Taken before the number of mappings decides, and before a source ends. */
export function lockMappings(trx: DbTransaction): Promise<void> {
  return takeLock(trx, 'group mappings')
}

type Row = Omit<GroupMapping, 'role'> & Readonly<{ role: string | null }>

function toMapping({ role, ...row }: Row): GroupMapping {
  return { ...row, role: mappedRoles.find((known) => known === role) ?? null }
}
