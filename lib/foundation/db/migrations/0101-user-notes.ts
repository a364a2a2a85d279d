import { type Kysely, sql } from 'kysely'

/** What the people who manage a user want to remember. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column note text`.execute(db)
}
