import type { Kysely } from 'kysely'
import { runScript } from '#lib/foundation/db/migrations/run-script.ts'

/** What the people who manage a user want to remember. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runScript(db, 'alter table users add column note text;')
}
