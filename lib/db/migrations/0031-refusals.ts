import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** The last refusals of client programs, with their reason and the shape of the request. */
export const up = scriptMigration(`
  create table refusals (
    request_id text not null primary key, at bigint not null, endpoint text not null, status bigint not null,
    error text not null, description text not null, reason text not null, network text not null, shape text not null,
    key_id text, secret_id text, facts text not null
  );
  create index refusals_by_time on refusals (at);
  create index refusals_by_key on refusals (key_id, at);
`)
