import type { Db } from '#lib/db/database.ts'

/** Number of valid API keys and signing keys that none of these key sets can decrypt. */
export async function countUnreadable(
  db: Db,
  masterIds: readonly string[],
): Promise<Readonly<{ apiKeys: number; signingKeys: number }>> {
  const apiKeys = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('revoked_at', 'is', null)
    .where('master_id', 'not in', masterIds)
    .executeTakeFirstOrThrow()
  const signingKeys = await db
    .selectFrom('signing_keys')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('retired_at', 'is', null)
    .where('master_id', 'not in', masterIds)
    .executeTakeFirstOrThrow()
  return { apiKeys: apiKeys.total, signingKeys: signingKeys.total }
}

/** Whether the database was ever used. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** When the newest audit event was recorded. */
export async function findNewestEventAt(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('audit_events').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst()
  return row?.at
}

export async function countActiveOwners(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}
