import type { ReturnAddress } from '#lib/domain/links/return-addresses/return-address.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'

/** @returns when it was added; undefined if it was already registered */
export async function insertReturnAddress(db: Db, origin: string, createdBy: string): Promise<number | undefined> {
  const row = await db
    .insertInto('return_addresses')
    .values({ origin, created_at: nowMs, created_by: createdBy })
    .onConflict((conflict) => conflict.column('origin').doNothing())
    .returning('created_at')
    .executeTakeFirst()
  return row?.created_at
}

/** @returns whether it was registered */
export async function deleteReturnAddress(db: Db, origin: string): Promise<boolean> {
  const row = await db
    .deleteFrom('return_addresses')
    .where('origin', '=', origin)
    .returning('origin')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether exactly this origin is registered: no prefix, other port or subdomain matches. */
export async function isRegisteredOrigin(db: Db, origin: string): Promise<boolean> {
  const rows = await originQuery(db, { origin })
  return rows.length > 0
}

const originQuery = prepared((db, { origin }: Placeholders<{ origin: string }>) =>
  db.selectFrom('return_addresses').select('origin').where('origin', '=', origin),
)

/** Those of a few origins that are not registered. */
export async function findUnregisteredOrigins(db: Db, origins: readonly string[]): Promise<readonly string[]> {
  if (origins.length === 0) return []
  const rows = await db.selectFrom('return_addresses').select('origin').where('origin', 'in', origins).execute()
  return origins.filter((origin) => !rows.some((row) => row.origin === origin))
}

/** All return addresses by origin, each with the name of the user who added it. */
export async function listReturnAddressRows(db: Db): Promise<readonly ReturnAddress[]> {
  const rows = await db
    .selectFrom('return_addresses')
    .leftJoin('users', 'users.id', 'return_addresses.created_by')
    .select(['return_addresses.origin', 'return_addresses.created_at', 'users.name as created_by_name'])
    .orderBy('return_addresses.origin')
    .execute()
  return rows.map(toReturnAddress)
}

function toReturnAddress(row: { origin: string; created_at: number; created_by_name: string | null }): ReturnAddress {
  return { origin: row.origin, createdAt: row.created_at, createdByName: row.created_by_name ?? undefined }
}
