import { stat } from 'node:fs/promises'
import { revokeAllFamilies } from '#lib/domain/tokens/refresh-tokens/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { markAsBackup } from '#lib/foundation/db/copy/backup-mark.ts'
import { copyDatabase } from '#lib/foundation/db/copy/copy-database.ts'
import { deleteRows, type OnProgress } from '#lib/foundation/db/copy/rows.ts'
import { excludedTables, retainedTables } from '#lib/foundation/db/copy/stored-tables.ts'
import { type Database, isDiskFull, readNow } from '#lib/foundation/db/database.ts'
import { findDamage } from '#lib/foundation/db/sqlite/health.ts'
import { masterSecretFile } from '#lib/foundation/server-keys/master-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** `masterSecret` says where the master secret is, because the copy doesn't contain it. */
export type Backup = Readonly<{ file: string; bytes: number; madeAt: number; masterSecret: string }>

/**
 * Copies the database of either engine to a new SQLite file while the server runs, and verifies the copy. The copy has
 * no sessions, grants or links, its refresh families are revoked, and it is marked, so that only `latchkey restore`
 * opens it, which finds out what was revoked since.
 * @throws Refusal `forbidden` unless the actor is the operator; `conflict` if the file exists, can't be written, or the
 * copy is damaged
 */
export async function backUp(
  services: Services,
  actor: Actor,
  { file, onProgress = () => undefined }: Readonly<{ file: string; onProgress?: OnProgress }>,
): Promise<Backup> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  const { env, clock, db } = services
  const madeAt = await readNow(db)
  const prepare = (copy: Database) => makeBackup(copy, madeAt)
  try {
    await copyDatabase({ db, env, clock }, { target: file, tables: retainedTables, prepare, onProgress })
  } catch (error) {
    throw toRefusal(error, file)
  }
  const { size } = await stat(file)
  const masterSecret = env.masterSecrets ? 'LATCHKEY_SECRET' : masterSecretFile(env.dataDir)
  return { file, bytes: size, madeAt, masterSecret }
}

async function makeBackup(copy: Database, madeAt: number): Promise<void> {
  const damage = await findDamage(copy)
  if (damage.length > 0) {
    throw new Refusal('conflict', {
      description: 'The database is damaged and was not copied.',
      detail: damage.join('; '),
    })
  }
  await copy.transaction().execute(async (trx) => {
    for (const table of excludedTables) await deleteRows(trx, table)
    await revokeAllFamilies(trx, 'restored')
    await markAsBackup(trx, madeAt)
  })
}

function toRefusal(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST')
    return new Refusal('conflict', { description: 'That file exists already; choose another name.' })
  if (isDiskFull(error) || /^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS|EISDIR|ENOSPC)$/.test(code)) {
    const detail = `${isDiskFull(error) ? 'the disk is full' : code}: ${file}`
    return new Refusal('conflict', { description: 'That file cannot be written.', detail, cause: error })
  }
  return error
}
