import type { Kysely } from 'kysely'

/**
 * The refresh family that an account session came from, so that revoking the family ends the session. The index by user
 * makes way for one by user and family, which finds either: no redemption writes one more. Sessions that are open now do
 * not know their family and end within eight hours.
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
