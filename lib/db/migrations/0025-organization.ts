import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * Name, accent color and logo of the organization, in one row. The logo comes last: what every page reads is before it.
 */
export const up = scriptMigration(`
  create table organization (
    id text not null constraint organization_key primary key constraint organization_one_row check (id = 'organization'),
    name text, accent text, logo_type text, logo_digest text, logo_aspect bigint, changed_at bigint not null, logo text
  );
`)
