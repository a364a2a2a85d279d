import { type Kysely, sql } from 'kysely'

/** Coordination of several instances, and missing indexes for maintenance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLeases(db)
  await noteMasterIds(db)
  await createIndexes(db)
}

/** Which instance runs maintenance. */
async function createLeases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('free_at', 'bigint', (c) => c.notNull())
    .execute()
}

/** Which master secret sealed a session's cookie; for open sessions, the most recently used one. */
async function noteMasterIds(db: Kysely<unknown>): Promise<void> {
  for (const name of ['portal_sessions', 'account_sessions']) {
    await db.schema.alterTable(name).addColumn('master_id', 'text').execute()
    await sql`
      update ${sql.table(name)} set master_id = (select value from settings where settings.name = 'master-secret-id')
    `.execute(db)
  }
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  // From now on the idle end is never after the absolute one, so one column says when a family ends.
  await sql`update refresh_families set idle_expires_at = expires_at where idle_expires_at > expires_at`.execute(db)
  await db.schema
    .createIndex('refresh_families_by_end')
    .on('refresh_families')
    .expression(sql`coalesce(revoked_at, idle_expires_at)`)
    .execute()
  await db.schema.createIndex('password_links_by_expiry').on('password_links').column('expires_at').execute()
  // Rows may be megabytes long, so finding old ones must not read them.
  await db.schema
    .createIndex('account_imports_by_last_step')
    .on('account_imports')
    .expression(sql`coalesce(finished_at, advanced_at, uploaded_at)`)
    .execute()
}
