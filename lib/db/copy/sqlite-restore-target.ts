import { existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Clock } from '#lib/clock.ts'
import type { RestoreTarget } from '#lib/db/copy/restore-target.ts'
import { sync } from '#lib/db/copy/sqlite-draft.ts'
import type { Database } from '#lib/db/database.ts'
import { migrate } from '#lib/db/migrate.ts'
import { isOpenInOtherProcess } from '#lib/db/sqlite/in-use.ts'
import { openSqliteFile } from '#lib/db/sqlite/open-sqlite-file.ts'
import type { Tables } from '#lib/db/tables.ts'
import { Refusal } from '#lib/errors.ts'

/** A new file beside one that cannot be used; it takes the other's place once it is complete. */
export async function openTargetBeside(
  file: string,
  clock: Clock,
  former: Readonly<{ replaced: Database; isDamaged: boolean }>,
): Promise<RestoreTarget> {
  const draft = `${file}.restoring`
  const remove = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(draft + end, { force: true })
  }
  refuseInUse(file)
  // One that was killed may have left its own.
  await remove()
  const db = new Kysely<Tables>({ dialect: openSqliteFile(draft, clock, 'command') })
  const close = async () => {
    await db.destroy()
    await former.replaced.destroy()
  }
  await migrate(db)
  return {
    db,
    ...former,
    settle: async () => {
      await close()
      return putInPlace(draft, file)
    },
    [Symbol.asyncDispose]: async () => {
      await close()
      await remove()
    },
  }
}

/** A server that goes on writing to a file without a name would lose all of it. */
function refuseInUse(file: string): void {
  if (!isOpenInOtherProcess(file)) return
  throw new Refusal('conflict', {
    description: 'The database cannot be used as it is, and another process has it open: stop the server first.',
  })
}

async function putInPlace(draft: string, file: string): Promise<string> {
  refuseInUse(file)
  const aside = freeName(file)
  // A second name before the first one passes on: at no moment is there no database, where a start would make a new one.
  await link(file, aside)
  // A log that stayed would be applied to the new file.
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
