import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * The refresh family that opened an account session, so that revoking the family ends the session. An index by user and
 * family replaces the index by user and serves both, so a redemption writes no additional index. Sessions that are open
 * now don't know their family; they end within eight hours.
 */
export const up = scriptMigration(`
  alter table account_sessions add column family_id text;
  create index account_sessions_by_family on account_sessions (user_id, family_id);
  drop index account_sessions_by_user;
`)
