import type { Actor } from '#lib/actor.ts'
import { randomToken } from '#lib/crypto.ts'
import { checkMasterSecret } from '#lib/diagnostics/check-keys.ts'
import { Refusal } from '#lib/errors.ts'
import { masterSecretFile, readMasterSecrets, replaceMasterSecrets } from '#lib/server-keys/master-secret.ts'
import { deriveServerKeys } from '#lib/server-keys/server-keys.ts'
import { findMasterId } from '#lib/server-keys/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Puts a new master secret before the one in the data folder's file. Servers create with it from their next start on.
 * @returns the path of the file
 * @throws Refusal `forbidden`, or `conflict` if LATCHKEY_SECRET is set or a rotation is under way
 */
export function rotateMasterSecret({ env }: Pick<Services, 'env'>, actor: Actor): string {
  const [secret, former] = readFile(env, actor)
  if (secret === undefined || former !== undefined)
    throw conflict('The file holds two secrets already: finish with "retire".')
  replaceMasterSecrets(env.dataDir, [randomToken(), secret])
  return masterSecretFile(env.dataDir)
}

/**
 * Removes the former master secret from the file.
 * @param force also if something still needs it, which stops working
 * @throws Refusal `forbidden`, or `conflict` naming what needs it, or before a server has started with the new one
 */
export async function retireMasterSecret(
  { env, db }: Pick<Services, 'env' | 'db'>,
  actor: Actor,
  { force }: Readonly<{ force: boolean }>,
): Promise<string> {
  const secrets = readFile(env, actor)
  const [secret, former] = secrets
  if (secret === undefined || former === undefined) throw conflict('The file holds one secret only.')
  if ((await findMasterId(db)) !== deriveServerKeys(secrets).current.id) {
    throw conflict('No server has started with the new master secret yet: restart the servers first.')
  }
  // Sessions need it, too, but their users sign in again.
  const { verdict } = await checkMasterSecret(db, { ...env, masterSecrets: [secret] })
  if (verdict !== 'ok' && !force) throw conflict((await checkMasterSecret(db, env)).sentence)
  replaceMasterSecrets(env.dataDir, [secret])
  return masterSecretFile(env.dataDir)
}

function readFile({ masterSecrets, dataDir }: Services['env'], actor: Actor): readonly string[] {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  if (masterSecrets !== undefined)
    throw conflict('LATCHKEY_SECRET is set: change it there, in the order of docs/operating.md.')
  return readMasterSecrets(dataDir) ?? []
}

function conflict(description: string): Refusal {
  return new Refusal('conflict', { description })
}
