import { type Db, nowMs } from '#lib/db/database.ts'

/** How many rows that still count were made with this master secret. */
export type SealedRows = Readonly<{ masterId: string; apiKeys: number; refreshFamilies: number; signingKeys: number }>

/** How many usable rows were made with which master secret, by kind. */
export async function countSealedRows(db: Db): Promise<readonly SealedRows[]> {
  const apiKeys = await db
    .selectFrom('api_keys')
    .select(({ fn }) => ['master_id', fn.countAll<number>().as('total')])
    .where('revoked_at', 'is', null)
    .groupBy('master_id')
    .execute()
  const refreshFamilies = await db
    .selectFrom('refresh_families')
    .select(({ fn }) => ['master_id', fn.countAll<number>().as('total')])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('idle_expires_at', '>', nowMs)
    .groupBy('master_id')
    .execute()
  const signingKeys = await db
    .selectFrom('signing_keys')
    .select(({ fn }) => ['master_id', fn.countAll<number>().as('total')])
    .where('retired_at', 'is', null)
    .groupBy('master_id')
    .execute()
  const totalFor = (counts: typeof apiKeys, id: string) => counts.find((count) => count.master_id === id)?.total ?? 0
  const ids = new Set([...apiKeys, ...refreshFamilies, ...signingKeys].map((count) => count.master_id))
  return [...ids].map((masterId) => ({
    masterId,
    apiKeys: totalFor(apiKeys, masterId),
    refreshFamilies: totalFor(refreshFamilies, masterId),
    signingKeys: totalFor(signingKeys, masterId),
  }))
}

/** How many keys sign now. */
export async function countActiveSigningKeys(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('signing_keys')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('activated_at', 'is not', null)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** The id of the master secret that this database was last seen with. */
export async function findMasterId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'master-secret-id').executeTakeFirst()
  return row?.value
}

/** How many owners are not deactivated. */
export async function countActiveOwners(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** When the newest thing was recorded. */
export async function findNewestInstant(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('audit_events').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst()
  return row?.at
}
