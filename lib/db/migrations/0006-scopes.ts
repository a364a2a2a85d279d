import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** What a key allows and where: space-separated lists, null for no limit. A family keeps the scope of its issue. */
export const up = scriptMigration(`
  alter table api_keys add column scopes text default 'sso' not null;
  alter table api_keys add column account_ids text;
  alter table api_keys add column networks text;
  alter table refresh_families add column scope text default 'sso' not null;
`)
