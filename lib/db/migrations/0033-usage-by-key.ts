import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Counts by API key and secret, and openings by account. Each count is added to its hour and to its day. */
export const up = scriptMigration(`
  create table key_usage (
    key_id text not null, period text not null, since bigint not null, name text not null, secret_id text not null,
    count bigint not null, expires_at bigint not null, primary key (key_id, period, since, name, secret_id)
  );
  create index key_usage_by_end on key_usage (expires_at);
  create table account_usage (
    account_id text not null, day bigint not null, opener text not null,
    count bigint not null, expires_at bigint not null, primary key (account_id, day, opener)
  );
  create index account_usage_by_end on account_usage (expires_at);
`)
