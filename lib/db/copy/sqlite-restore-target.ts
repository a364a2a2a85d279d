import { existsSync, readFileSync, statSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import type { RestoreTarget } from '#lib/db/copy/restore-target.ts'
import { sync } from '#lib/db/copy/sqlite-draft.ts'
import type { Database } from '#lib/db/database.ts'
import { migrate } from '#lib/db/migrate.ts'
import { openSqliteFile } from '#lib/db/sqlite/open-sqlite-file.ts'
import type { Tables } from '#lib/db/tables.ts'
import { Refusal } from '#lib/errors.ts'

/** Creates a new file beside an unusable one, and replaces it once the restore is complete. */
export async function openTargetBeside(
  file: string,
  clock: Clock,
  former: Readonly<{ previous: Database; isDamaged: boolean }>,
): Promise<RestoreTarget> {
  const draft = `${file}.restoring`
  const remove = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(draft + end, { force: true })
  }
  refuseInUse(file)
  // A killed restore may have left its file.
  await remove()
  const db = new Kysely<Tables>({ dialect: openSqliteFile(draft, clock, 'command') })
  const close = async () => {
    await db.destroy()
    await former.previous.destroy()
  }
  await migrate(db)
  return {
    db,
    ...former,
    putInPlace: async () => {
      await close()
      return swapFiles(draft, file)
    },
    [Symbol.asyncDispose]: async () => {
      await close()
      await remove()
    },
  }
}

/** A server with the old file open would keep writing to a file that is no longer the database. */
function refuseInUse(file: string): void {
  if (!isOpenInOtherProcess(file)) return
  throw new Refusal('conflict', {
    description: 'The database cannot be used as it is, and another process has it open: stop the server first.',
  })
}

async function swapFiles(draft: string, file: string): Promise<string> {
  refuseInUse(file)
  const aside = freeName(file)
  // Links first, so that the path always exists: a server starting meanwhile would create an empty database.
  await link(file, aside)
  // SQLite would apply the old log to the new file.
  if (existsSync(`${file}-wal`)) await rename(`${file}-wal`, `${aside}-wal`)
  await rm(`${file}-shm`, { force: true })
  await rename(draft, file)
  await sync(dirname(file), 'r')
  return aside
}

function freeName(file: string): string {
  for (let number = 1; ; number++) {
    const name = `${file}.replaced-${number}`
    if (!existsSync(name)) return name
  }
}

/** Every process with the file open holds SQLite's shared lock on these bytes, far beyond the content. */
const sharedLockAt = 0x40000002

/** Whether another process has the database open. Detectable on Linux and within one container; otherwise false. */
function isOpenInOtherProcess(file: string): boolean {
  const { ino } = statSync(file)
  return listLocks().some((line) => {
    // 5: POSIX  ADVISORY  READ 1234 08:01:5678 1073741826 1073742335
    const [, , , , pid, place = '', first] = line.trim().split(/\s+/)
    return Number(pid) !== process.pid && place.endsWith(`:${ino}`) && Number(first) === sharedLockAt
  })
}

function listLocks(): string[] {
  try {
    return readFileSync('/proc/locks', 'utf8').split('\n')
  } catch {
    return []
  }
}
