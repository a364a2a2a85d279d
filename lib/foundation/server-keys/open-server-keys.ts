import type { DatabaseUse, Db } from '#lib/foundation/db/database.ts'
import { claimMasterSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import {
  masterSecretFile,
  readMasterSecrets,
  readOrCreateMasterSecrets,
} from '#lib/foundation/server-keys/master-secret.ts'
import { deriveServerKeys, findKeySet, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { findMasterId } from '#lib/foundation/server-keys/store.ts'
import { type Env, EnvError } from '#lib/kernel/env.ts'

/**
 * The keys of this database's master secret. A new database creates the secret's file; one that was used before
 * doesn't, because with another secret every key in it would be void. A command creates with the secret of the last
 * server that started: one that was configured since is unknown to it.
 * @throws EnvError if the secret is missing, or isn't the one this database was made with
 */
export async function openServerKeys(db: Db, { masterSecrets, dataDir }: Env, use: DatabaseUse): Promise<ServerKeys> {
  const recorded = await findMasterId(db)
  const keys = deriveServerKeys(masterSecrets ?? readSecrets(dataDir, recorded))
  const ofServer = recorded === undefined ? undefined : findKeySet(keys, recorded)
  if (use === 'command' && ofServer) return { current: ofServer, all: keys.all }
  await claimMasterSecret(db, keys)
  return keys
}

/** Called after the record was read: a process that starts together with this one writes the file before the record. */
function readSecrets(dataDir: string, recorded: string | undefined): readonly string[] {
  if (recorded === undefined) return readOrCreateMasterSecrets(dataDir)
  const secrets = readMasterSecrets(dataDir)
  if (secrets !== undefined) return secrets
  throw new EnvError(`${masterSecretFile(dataDir)} is missing: put it back, or set LATCHKEY_SECRET to what it held.`)
}
