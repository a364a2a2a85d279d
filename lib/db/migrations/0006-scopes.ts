import type { Kysely } from 'kysely'

/**
 * What a key allows and where it may be used: `account_ids` and `networks` are space-separated, null for no limit. A
 * family keeps the scope that it was issued with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_keys')
    .addColumn('scopes', 'text', (c) => c.notNull().defaultTo('sso'))
    .execute()
  await db.schema.alterTable('api_keys').addColumn('account_ids', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('networks', 'text').execute()
  await db.schema
    .alterTable('refresh_families')
    .addColumn('scope', 'text', (c) => c.notNull().defaultTo('sso'))
    .execute()
}
