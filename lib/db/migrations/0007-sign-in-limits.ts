import { type Kysely, sql } from 'kysely'

/** Browsers that a user signed in with before, and refused sign-ins to summarize. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createKnownBrowsers(db)
  await createRefusedSignIns(db)
}

async function createKnownBrowsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_browsers')
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('last_sign_in_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_browsers_pkey', ['browser_hash', 'user_id'])
    .execute()
  await db.schema
    .createIndex('known_browsers_by_user')
    .on('known_browsers')
    .columns(['user_id', 'last_sign_in_at'])
    .execute()
  await db.schema.createIndex('known_browsers_by_sign_in').on('known_browsers').column('last_sign_in_at').execute()
  // Signed in since the password was set: browsers of an older password aren't trusted.
  await sql`
    insert into known_browsers (browser_hash, user_id, last_sign_in_at)
    select s.browser_hash, s.user_id, max(s.created_at)
    from portal_sessions s join users u on u.id = s.user_id
    where u.deactivated_at is null and s.created_at >= u.password_set_at
    group by s.browser_hash, s.user_id
  `.execute(db)
}

async function createRefusedSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refused_sign_ins')
    .addColumn('network', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'bigint', (c) => c.notNull())
    .addColumn('window_ends_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('refused_sign_ins_by_end').on('refused_sign_ins').column('window_ends_at').execute()
}
