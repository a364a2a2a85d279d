import type { Kysely } from 'kysely'
import { runScript } from '#lib/foundation/db/migrations/run-script.ts'

/** What came of test sign-ins at providers, encrypted, for as long as they may switch one on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(
    db,
    `create table provider_tests (id text not null primary key, sealed text not null, expires_at bigint not null);
    create index provider_tests_by_expiry on provider_tests (expires_at);`,
  )
}
