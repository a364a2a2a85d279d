import type { Kysely } from 'kysely'

/**
 * The refresh family that opened an account session, so that revoking the family ends the session. An index by user and
 * family replaces the index by user and serves both, so a redemption writes no additional index. Sessions that are open
 * now don't know their family; they end within eight hours.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('account_sessions').addColumn('family_id', 'text').execute()
  await db.schema
    .createIndex('account_sessions_by_family')
    .on('account_sessions')
    .columns(['user_id', 'family_id'])
    .execute()
  await db.schema.dropIndex('account_sessions_by_user').execute()
}
