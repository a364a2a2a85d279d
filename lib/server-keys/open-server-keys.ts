import type { Db } from '#lib/db/database.ts'
import { type Env, EnvError } from '#lib/env.ts'
import { claimMasterSecret } from '#lib/server-keys/claim-master-secret.ts'
import { masterSecretFile, readMasterSecret, readOrCreateMasterSecret } from '#lib/server-keys/master-secret.ts'
import { deriveServerKeys, type ServerKeys } from '#lib/server-keys/server-keys.ts'
import { findMasterId } from '#lib/server-keys/store.ts'

/**
 * The keys of this database's master secret. A new database creates the secret's file; one that was used before doesn't,
 * because with another secret every key in it would be void.
 * @throws EnvError if the secret is missing, or isn't the one this database was made with
 */
export async function openServerKeys(db: Db, { masterSecrets, dataDir }: Env): Promise<ServerKeys> {
  const keys = deriveServerKeys(masterSecrets ?? [await readSecretOf(db, dataDir)])
  await claimMasterSecret(db, keys)
  return keys
}

async function readSecretOf(db: Db, dataDir: string): Promise<string> {
  // In this order: a process that starts together with this one creates the file before it records its ID.
  if ((await findMasterId(db)) === undefined) return readOrCreateMasterSecret(dataDir)
  const secret = readMasterSecret(dataDir)
  if (secret !== undefined) return secret
  throw new EnvError(`${masterSecretFile(dataDir)} is missing: put it back, or set LATCHKEY_SECRET to what it held.`)
}
