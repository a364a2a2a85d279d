import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** What became of each grant, for its receipt. */
export const up = scriptMigration(`
  alter table sso_grants add column redeemed_from text;
  alter table sso_grants add column session_id text;
  alter table sso_grants add column prefetched_at bigint;
  alter table sso_grants add column prefetched_from text;
  alter table sso_grants add column refused_at bigint;
  alter table sso_grants add column refused_from text;
  alter table sso_grants add column refused_reason text;
  alter table account_sessions add column confirmed_at bigint;
`)
