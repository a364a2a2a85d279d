import { existsSync, type Stats, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Clock } from '#lib/clock.ts'
import { databaseFile } from '#lib/db/database.ts'
import type { SqliteInspection } from '#lib/db/sqlite/inspect-sqlite.ts'
import { openSqliteSource, type SqliteSource } from '#lib/db/sqlite/source.ts'
import type { Env } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'

/**
 * Opens a backup for reading, after verifying all of it.
 * @throws Refusal `not_found` if the file doesn't exist; `conflict` if it isn't our backup, is damaged or too new, or
 * is the database in use
 */
export async function openBackup(
  file: string,
  { env, clock }: Readonly<{ env: Env; clock: Clock }>,
): Promise<SqliteSource> {
  const stats = findFile(file)
  if (!stats) throw new Refusal('not_found', { description: 'There is no such file.', detail: file })
  if (isDatabaseInUse(stats, env)) throw refused('This file is the database in use: name a backup of it.', file)
  // In a container, this may be the only writable folder; with PostgreSQL there may be none.
  const workFolder = existsSync(env.dataDir) ? env.dataDir : tmpdir()
  const source = await openSqliteSource(file, clock, workFolder).catch((error: unknown) => {
    throw new Refusal('conflict', {
      description: 'The file cannot be read.',
      detail: whyUnreadable(error),
      cause: error,
    })
  })
  if ('is' in source) throw explain(source, file)
  return source
}

function explain(verdict: SqliteInspection, file: string): Refusal {
  if (verdict.is === 'damaged') return refused('The backup is damaged, and nothing was restored.', verdict.detail)
  if (verdict.is === 'newer') return refused('The backup was made by a newer version of Latchkey: use that one.', file)
  return refused('This file is no backup of Latchkey.', file)
}

function refused(description: string, detail: string): Refusal {
  return new Refusal('conflict', { description, detail })
}

function findFile(file: string): Stats | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}

/** Compares files rather than names, because of links. */
function isDatabaseInUse({ dev, ino }: Stats, { databaseUrl, dataDir }: Env): boolean {
  const inUse = databaseUrl ? undefined : findFile(databaseFile(dataDir))
  return inUse !== undefined && inUse.dev === dev && inUse.ino === ino
}

function whyUnreadable(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
