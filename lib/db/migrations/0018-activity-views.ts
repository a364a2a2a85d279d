import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Saved filters of Activity. */
export const up = scriptMigration(`
  create table activity_views (
    user_id text not null, name text not null, query text not null, created_at bigint not null,
    constraint activity_views_key primary key (user_id, name)
  );
`)
