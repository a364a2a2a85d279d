import type { Kysely } from 'kysely'
import { runScript } from '#lib/db/migrations/run-script.ts'

/**
 * What a key allows and where it may be used: `account_ids` and `networks` are space-separated, null for no limit. A
 * family keeps the scope that it was issued with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(db, script)
}

const script = `
  alter table api_keys add column scopes text default 'sso' not null;
  alter table api_keys add column account_ids text;
  alter table api_keys add column networks text;
  alter table refresh_families add column scope text default 'sso' not null;
`
