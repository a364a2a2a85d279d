import { type Kysely, sql } from 'kysely'

/** The initial schema. Kysely requires an untyped handle, because a migration knows no later schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPeople(db)
  await createAccounts(db)
  await createCredentials(db)
  await createSigningKeys(db)
  await createGrants(db)
  await createAccountSessions(db)
  await createPortalSessions(db)
  await createAuditEvents(db)
  await createImportsAndSettings(db)
}

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', (c) => c.unique())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('account_scope', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_set_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('deactivated_at', 'bigint')
    .addColumn('last_sign_in_at', 'bigint')
    .execute()
  await db.schema.createIndex('users_by_name').on('users').columns(['search_text', 'id']).execute()
  await db.schema
    .createTable('password_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema.createIndex('password_links_by_user').on('password_links').column('user_id').execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('window_ends_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sign_in_failures_by_end').on('sign_in_failures').column('window_ends_at').execute()
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('locale', 'text')
    .addColumn('deep_path', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('suspended_at', 'bigint')
    .execute()
  // Lists are read in this order, page by page.
  await db.schema.createIndex('accounts_by_name').on('accounts').columns(['search_text', 'id']).execute()
  await db.schema
    .createTable('user_accounts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('granted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_accounts_key', ['user_id', 'account_id'])
    .execute()
  await db.schema
    .createTable('account_shortcuts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('pinned_at', 'bigint')
    .addColumn('opened_at', 'bigint')
    .addPrimaryKeyConstraint('account_shortcuts_key', ['user_id', 'account_id'])
    .execute()
  await db.schema
    .createTable('return_addresses')
    .addColumn('origin', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .execute()
}

async function createCredentials(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('master_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_used_from', 'text')
    .execute()
  await db.schema.createIndex('api_keys_by_owner').on('api_keys').column('owner_id').execute()
  await db.schema
    .createTable('refresh_families')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('master_id', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull().references('api_keys.id'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('issued_from', 'text', (c) => c.notNull())
    .addColumn('rotated_at', 'bigint')
    .addColumn('idle_expires_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('revoked_reason', 'text')
    .execute()
  await db.schema
    .createIndex('refresh_families_by_key')
    .on('refresh_families')
    .columns(['key_id', 'issued_at'])
    .execute()
  await db.schema
    .createIndex('refresh_families_by_rotation')
    .on('refresh_families')
    .columns(['key_id', 'rotated_at'])
    .execute()
  await db.schema.createIndex('refresh_families_by_owner').on('refresh_families').column('owner_id').execute()
}

async function createSigningKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signing_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('alg', 'text', (c) => c.notNull())
    .addColumn('public_jwk', 'text', (c) => c.notNull())
    .addColumn('private_sealed', 'text', (c) => c.notNull())
    .addColumn('master_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('activated_at', 'bigint')
    .addColumn('retired_at', 'bigint')
    .execute()
  // At most one signing key and one next key, even under concurrent creation and rotation.
  await db.schema
    .createIndex('signing_keys_current')
    .on('signing_keys')
    .expression(sql`(1)`)
    .unique()
    .where(sql.ref('activated_at'), 'is not', null)
    .where(sql.ref('retired_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('signing_keys_next')
    .on('signing_keys')
    .expression(sql`(1)`)
    .unique()
    .where(sql.ref('activated_at'), 'is', null)
    .where(sql.ref('retired_at'), 'is', null)
    .execute()
}

async function createGrants(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sso_grants')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('key_id', 'text', (c) => c.references('api_keys.id'))
    .addColumn('family_id', 'text')
    .addColumn('browser_hash', 'text')
    .addColumn('back_url', 'text', (c) => c.notNull())
    .addColumn('deep_path', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('retry_of_at', 'bigint')
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('redeemed_at', 'bigint')
    .addColumn('burned_at', 'bigint')
    .execute()
  // Counted against the cap of live grants at every issue.
  await db.schema
    .createIndex('sso_grants_live')
    .on('sso_grants')
    .columns(['key_id', 'expires_at'])
    .where(sql.ref('redeemed_at'), 'is', null)
    .where(sql.ref('burned_at'), 'is', null)
    .execute()
  await db.schema.createIndex('sso_grants_by_expiry').on('sso_grants').column('expires_at').execute()
}

async function createAccountSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('secret_hash', 'text', (c) => c.unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('key_id', 'text', (c) => c.references('api_keys.id'))
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('back_url', 'text', (c) => c.notNull())
    .addColumn('deep_path', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('pending_until', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .execute()
  // At most one open session per browser and account, even under concurrent openings.
  await db.schema
    .createIndex('account_sessions_open')
    .on('account_sessions')
    .columns(['browser_hash', 'account_id'])
    .unique()
    .where(sql.ref('ended_at'), 'is', null)
    .where(sql.ref('pending_until'), 'is', null)
    .execute()
  await db.schema.createIndex('account_sessions_by_user').on('account_sessions').column('user_id').execute()
  await db.schema.createIndex('account_sessions_by_expiry').on('account_sessions').column('expires_at').execute()
}

async function createPortalSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('portal_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema.createIndex('portal_sessions_by_user').on('portal_sessions').column('user_id').execute()
  await db.schema.createIndex('portal_sessions_by_expiry').on('portal_sessions').column('expires_at').execute()
}

async function createAuditEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('actor_kind', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('audit_events_by_time').on('audit_events').columns(['at', 'id']).execute()
  await db.schema.createIndex('audit_events_by_actor').on('audit_events').columns(['actor_id', 'at']).execute()
  await db.schema.createIndex('audit_events_by_subject').on('audit_events').columns(['subject_id', 'at']).execute()
  await db.schema.createIndex('audit_events_by_account').on('audit_events').columns(['account_id', 'at']).execute()
}

async function createImportsAndSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('total_rows', 'integer', (c) => c.notNull())
    .addColumn('bad_rows', 'integer', (c) => c.notNull())
    .addColumn('done_rows', 'integer', (c) => c.notNull())
    .addColumn('created_rows', 'integer', (c) => c.notNull())
    .addColumn('updated_rows', 'integer', (c) => c.notNull())
    .addColumn('unchanged_rows', 'integer', (c) => c.notNull())
    .addColumn('uploaded_at', 'bigint', (c) => c.notNull())
    .addColumn('advanced_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
