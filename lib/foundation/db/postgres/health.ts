import { sql } from 'kysely'
import type { Database } from '#lib/foundation/db/database.ts'

/** Facts about the server behind `DATABASE_URL` that concern an operator. */
export type ServerHealth = Readonly<{
  version: string
  /** Settings under which a power loss loses acknowledged commits, as `name = value`. */
  unsafeSettings: readonly string[]
  /** Invalid indexes: PostgreSQL doesn't use them, because building them failed. */
  invalidIndexes: readonly string[]
  connectionsLeft: number
}>

/** Reads them in a few cheap statements. */
export async function readServerHealth(db: Database): Promise<ServerHealth> {
  const { rows: settings } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'max_connections')`.execute(db)
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(db)
  const { rows: sessions } = await sql<{ total: number }>`select count(*) as total from pg_stat_activity`.execute(db)
  const settingOf = (name: string) => settings.find((row) => row.name === name)?.setting ?? ''
  return {
    version: settingOf('server_version'),
    unsafeSettings: ['fsync', 'synchronous_commit', 'full_page_writes']
      .filter((name) => settingOf(name) === 'off')
      .map((name) => `${name} = off`),
    invalidIndexes: indexes.map((row) => row.name),
    connectionsLeft: Number(settingOf('max_connections')) - (sessions[0]?.total ?? 0),
  }
}
