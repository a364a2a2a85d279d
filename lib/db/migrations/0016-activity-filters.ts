import { type Kysely, sql } from 'kysely'
import { engineOf } from '#lib/db/engine.ts'
import { runScript } from '#lib/db/migrations/run-script.ts'

/** Activity by API key, IP address and kind. Events before this migration name their key in `details.via`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(db, 'alter table audit_events add column key_id text;')
  const via = engineOf(db) === 'postgres' ? sql`details::json ->> 'via'` : sql`json_extract(details, '$.via')`
  await sql`update audit_events set key_id = subject_id where subject_kind = 'api_key'`.execute(db)
  await sql`
    update audit_events set key_id = ${via}
    where kind in ('sso_grant.redeemed', 'sso_grant.refused') and ${via} <> 'launch'
  `.execute(db)
  await runScript(
    db,
    `
    create index audit_events_by_key on audit_events (key_id, at) where key_id is not null;
    create index audit_events_by_address on audit_events (address, at);
    create index audit_events_by_kind on audit_events (kind, at);`,
  )
}
