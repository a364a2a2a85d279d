import { countUnreadable } from '#lib/backup/store.ts'
import type { Db } from '#lib/db/database.ts'
import { countOf } from '#lib/diagnostics/check-result.ts'
import type { Env } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'
import { masterSecretFile, readMasterSecret, readOrCreateMasterSecret } from '#lib/server-keys/master-secret.ts'
import { deriveServerKeys, type ServerKeys } from '#lib/server-keys/server-keys.ts'

/**
 * The configured server keys, which must decrypt every key among the rows to restore.
 * @throws Refusal `conflict` naming what they can't decrypt
 */
export async function requireMasterSecret(db: Db, env: Env): Promise<ServerKeys> {
  const secrets = env.masterSecrets ?? [readMasterSecret(env.dataDir)].filter((secret) => secret !== undefined)
  const masterIds = secrets.length === 0 ? ['none'] : deriveServerKeys(secrets).all.map(({ id }) => id)
  const { apiKeys, signingKeys } = await countUnreadable(db, masterIds)
  if (apiKeys + signingKeys > 0) {
    const place = env.databaseUrl ? '' : `, or put its file back at ${masterSecretFile(env.dataDir)}`
    throw new Refusal('conflict', {
      description: `The master secret that this was made with is not configured: set LATCHKEY_SECRET to it${place}.`,
      detail: `without it ${countOf(apiKeys, 'API key')} and ${countOf(signingKeys, 'signing key')} would be void`,
    })
  }
  return deriveServerKeys(secrets.length === 0 ? [readOrCreateMasterSecret(env.dataDir)] : secrets)
}
