import { reloadKeyRing } from '#lib/access-tokens/key-ring.ts'
import { makeSigningKey } from '#lib/access-tokens/make-first-signing-keys.ts'
import type { SealedSigningKey, SigningAlgorithm } from '#lib/access-tokens/signing-key.ts'
import {
  activateSigningKey,
  deleteNextSigningKey,
  insertSigningKey,
  listSigningKeys,
  retireSigningKey,
} from '#lib/access-tokens/store.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { isUniqueViolation } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'
import type { Actor } from '#lib/users/actor.ts'

/**
 * Puts the next signing key in the place of the current one and prepares another. Tokens of the former key stay good
 * until they expire. With another algorithm the new key takes over at once, unannounced in the JWKS: whoever
 * verifies tokens elsewhere has to fetch the JWKS when a `kid` is new to them.
 * @throws Refusal `forbidden` for anybody but the operator, `conflict` when another rotation came first
 */
export async function rotateSigningKey(
  services: Services,
  actor: Actor,
  input: { alg?: SigningAlgorithm } = {},
): Promise<{ keyId: string; alg: SigningAlgorithm }> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  await reloadKeyRing(services)
  const keys = await listSigningKeys(services.db)
  const former = getByState(keys, 'current')
  const announced = getByState(keys, 'next')
  const alg = input.alg ?? announced.alg
  const unannounced = alg === announced.alg ? undefined : await makeSigningKey(services.keys.current, alg)
  const following = await makeSigningKey(services.keys.current, alg)
  const { id } = unannounced ?? announced

  const rotation = services.db.transaction().execute(async (trx) => {
    if (!(await retireSigningKey(trx, former.id))) throw new Refusal('conflict', { detail: 'rotated meanwhile' })
    if (unannounced) {
      await deleteNextSigningKey(trx, announced.id)
      await insertSigningKey(trx, unannounced, 'current')
    } else {
      await activateSigningKey(trx, announced.id)
    }
    await insertSigningKey(trx, following, 'next')
    await recordEvent(trx, actor, {
      kind: 'signing_key.rotated',
      subject: { kind: 'signing_key', id, name: id },
      details: { algorithm: alg, formerKeyId: former.id },
    })
  })
  await rotation.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new Refusal('conflict', { detail: 'rotated meanwhile', cause: error }) : error
  })
  await reloadKeyRing(services)
  return { keyId: id, alg }
}

function getByState(keys: readonly SealedSigningKey[], state: SealedSigningKey['state']): SealedSigningKey {
  const key = keys.find((candidate) => candidate.state === state)
  if (!key) throw new Error(`there is no ${state} signing key`)
  return key
}
