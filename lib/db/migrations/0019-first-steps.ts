import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** When a manager hid the first steps, and the index that finds a user of a role at once. */
export const up = scriptMigration(`
  alter table users add column first_steps_hidden_at bigint;
  create index users_by_role on users (role);
`)
