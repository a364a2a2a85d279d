import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Return addresses and call limits of keys, the calls that processes have taken of them, and those beyond them. */
export const up = scriptMigration(`
  alter table api_keys add column return_addresses text;
  alter table api_keys add column limit_mode text;
  alter table api_keys add column calls_per_minute bigint;
  alter table api_keys add column calls_per_day bigint;
  create table key_calls (
    key_id text not null, period text not null, starts_at bigint not null, calls bigint not null,
    primary key (key_id, period)
  );
  create table key_excess_hours (
    key_id text not null, hour bigint not null, mode text not null, calls bigint not null,
    primary key (key_id, hour, mode)
  );
  create index key_excess_hours_by_hour on key_excess_hours (hour);
`)
