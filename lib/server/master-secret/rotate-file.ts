import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { masterSecretFile, readMasterSecrets, replaceMasterSecrets } from '#lib/foundation/server-keys/master-secret.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { findMasterId } from '#lib/foundation/server-keys/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { checkMasterSecret } from '#lib/server/diagnostics/check-keys.ts'

/**
 * Puts a new master secret before the one in the data folder's file. Servers create with it from their next start on.
 * @returns the path of the file
 * @throws Refusal `forbidden`, or `conflict` if LATCHKEY_SECRET is set or a rotation is under way
 */
export async function rotateMasterSecret({ env, db }: Pick<Services, 'env' | 'db'>, actor: Actor): Promise<string> {
  const [secret, former] = readFile(env, actor)
  if (secret === undefined || former !== undefined)
    throw conflict('The file holds two secrets already: finish with "retire".')
  return replaceInFile({ env, db }, actor, { secrets: [randomToken(), secret], kind: 'database.master_secret_rotated' })
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
  const mode = verdict === 'ok' ? 'checked' : 'force'
  return replaceInFile({ env, db }, actor, {
    secrets: [secret],
    kind: 'database.master_secret_retired',
    details: { mode },
  })
}

type Replacement = Readonly<{ secrets: readonly string[]; kind: EventKind; details?: NonNullable<NewEvent['details']> }>

/** @returns the path of the file */
async function replaceInFile(
  { env, db }: Pick<Services, 'env' | 'db'>,
  actor: Actor,
  { secrets, kind, details = {} }: Replacement,
): Promise<string> {
  const file = masterSecretFile(env.dataDir)
  await db.transaction().execute(async (trx) => {
    await recordEvent(trx, actor, { kind, subject: { kind: 'database', id: null, name: file }, details })
    // Last: without the event, the file stays as it is.
    replaceMasterSecrets(env.dataDir, secrets)
  })
  return file
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
