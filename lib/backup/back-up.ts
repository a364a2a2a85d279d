import { stat } from 'node:fs/promises'
import { deleteSessionsAndLinks, disableApiKeys, revokeRefreshFamilies } from '#lib/backup/store.ts'
import { type Database, databaseFile } from '#lib/db/database.ts'
import { copySqlite } from '#lib/db/sqlite-copy.ts'
import { findDamage } from '#lib/db/sqlite-health.ts'
import { Refusal } from '#lib/errors.ts'
import { masterSecretFile } from '#lib/server-keys/master-secret.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'

/** `masterSecret` says where the secret lies that the copy does not hold. */
export type Backup = Readonly<{ file: string; bytes: number; masterSecret: string }>

/**
 * Copies the database to a new file while everything goes on, and checks the copy. The copy is safe to restore: it
 * brings back no session, grant, link or refresh family, and every API key in it is disabled, since it cannot know
 * which of them are revoked by then.
 * @throws Refusal `forbidden` unless the operator asks; `conflict` when the file exists or cannot be written, or when
 * the copy is damaged
 */
export async function backUp(services: Services, actor: Actor, input: Readonly<{ file: string }>): Promise<Backup> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  const { env, clock } = services
  try {
    await copySqlite(databaseFile(env.dataDir), input.file, clock, makeSafeToRestore)
  } catch (error) {
    throw toRefusal(error, input.file)
  }
  const { size } = await stat(input.file)
  return {
    file: input.file,
    bytes: size,
    masterSecret: env.masterSecrets ? 'LATCHKEY_SECRET' : masterSecretFile(env.dataDir),
  }
}

async function makeSafeToRestore(copy: Database): Promise<void> {
  const damage = await findDamage(copy)
  if (damage.length > 0) {
    throw new Refusal('conflict', {
      description: 'The database is damaged and was not copied.',
      detail: damage.join('; '),
    })
  }
  await copy.transaction().execute(async (trx) => {
    await deleteSessionsAndLinks(trx)
    await revokeRefreshFamilies(trx)
    await disableApiKeys(trx)
  })
}

function toRefusal(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST')
    return new Refusal('conflict', { description: 'That file exists already; choose another name.' })
  if (/^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS|EISDIR|ENOSPC)$/.test(code)) {
    return new Refusal('conflict', {
      description: 'That file cannot be written.',
      detail: `${code}: ${file}`,
      cause: error,
    })
  }
  return error
}
