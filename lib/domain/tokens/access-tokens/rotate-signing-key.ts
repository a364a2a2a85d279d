import { reloadKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import {
  announcementMs,
  makeSigningKey,
  type NewSigningKey,
  type SealedSigningKey,
  type SigningAlgorithm,
} from '#lib/domain/tokens/access-tokens/signing-key.ts'
import {
  activateSigningKey,
  deleteNextSigningKey,
  insertSigningKey,
  isRotationDue,
  listSigningKeys,
  retireSigningKey,
} from '#lib/domain/tokens/access-tokens/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, maintenanceActor, type Operator } from '#lib/foundation/authorization/actor.ts'
import { type DbTransaction, isUniqueViolation } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'

/** `now` is for emergencies: it does not wait until verifiers know the key. */
export type RotationRequest = Readonly<{ alg?: SigningAlgorithm; now?: boolean }>

/** `signsFrom`: when the key starts to sign, Unix ms; null if it signs already. */
export type Rotated = Readonly<{ keyId: string; alg: SigningAlgorithm; signsFrom: number | null }>

/**
 * Makes the next signing key the current one; tokens of the former one stay valid until they expire. A key is published
 * for {@link announcementMs} before it signs, unless `now` is set: verifiers must then fetch the key set again. For
 * another algorithm, a new key replaces the next one, and maintenance rotates to it later.
 * @throws Refusal `forbidden` unless the actor is the operator; `conflict` for a concurrent rotation or a key too new
 */
export async function rotateSigningKey(
  services: Services,
  actor: Actor,
  { alg, now = false }: RotationRequest = {},
): Promise<Rotated> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  await reloadKeyRing(services)
  const keys = await listSigningKeys(services.db)
  const rotation = { actor, former: getByState(keys, 'current'), announced: getByState(keys, 'next'), now }
  const other = alg === undefined || alg === rotation.announced.alg ? undefined : alg
  const rotated = await (other ? changeAlgorithm(services, rotation, other) : rotateToNext(services, rotation))
  await reloadKeyRing(services)
  return rotated
}

/** Rotates if it is due: the key has signed for `SIGNING_KEY_DAYS`, or the operator has requested another algorithm. */
export async function rotateWhenDue(services: Services): Promise<void> {
  if (!(await isRotationDue(services.db, services.env.signingKeyDays))) return
  const { keyId, alg } = await rotateSigningKey(services, maintenanceActor(newRequestId()))
  services.log.info({ keyId, alg }, 'the signing key was rotated')
}

type Rotation = Readonly<{ actor: Operator; former: SealedSigningKey; announced: SealedSigningKey; now: boolean }>

async function rotateToNext(services: Services, rotation: Rotation): Promise<Rotated> {
  const { announced, now } = rotation
  const { id, alg } = announced
  const following = await makeSigningKey(services.keys.current, alg)
  await transactOnce(services, async (trx) => {
    await retire(trx, rotation)
    if (!(await activateSigningKey(trx, id, now ? 0 : announcementMs))) throw tooNew()
    await insertSigningKey(trx, following, 'next')
    await recordNewKey(trx, rotation.actor, { key: announced, former: rotation.former })
  })
  return { keyId: id, alg, signsFrom: null }
}

async function changeAlgorithm(services: Services, rotation: Rotation, alg: SigningAlgorithm): Promise<Rotated> {
  const key = await makeSigningKey(services.keys.current, alg)
  const following = await makeSigningKey(services.keys.current, alg)
  await transactOnce(services, async (trx) => {
    if (!(await deleteNextSigningKey(trx, rotation.announced.id))) throw rotatedMeanwhile()
    if (rotation.now) {
      await retire(trx, rotation)
      await insertSigningKey(trx, key, 'current')
      await insertSigningKey(trx, following, 'next')
      await recordNewKey(trx, rotation.actor, { key, former: rotation.former })
    } else {
      await insertSigningKey(trx, key, 'next')
      await recordNewKey(trx, rotation.actor, { key })
    }
  })
  return { keyId: key.id, alg, signsFrom: rotation.now ? null : services.clock.now() + announcementMs }
}

async function retire(trx: DbTransaction, { former }: Rotation): Promise<void> {
  if (!(await retireSigningKey(trx, former.id))) throw rotatedMeanwhile()
}

type NewKey = Readonly<{ key: Pick<NewSigningKey, 'id' | 'alg'>; former?: SealedSigningKey }>

/** Without a `former` key, the new one is only announced. */
async function recordNewKey(trx: DbTransaction, actor: Operator, { key: { id, alg }, former }: NewKey): Promise<void> {
  await recordEvent(trx, actor, {
    kind: former ? 'signing_key.rotated' : 'signing_key.announced',
    subject: { kind: 'signing_key', id, name: id },
    details: { algorithm: alg, ...(former && { formerKeyId: former.id }) },
  })
}

/** Of concurrent rotations, one succeeds and the others throw `conflict`. */
async function transactOnce({ db }: Services, work: (trx: DbTransaction) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(work)
  } catch (error) {
    throw isUniqueViolation(error) ? rotatedMeanwhile(error) : error
  }
}

function rotatedMeanwhile(cause?: unknown): Refusal {
  return new Refusal('conflict', { detail: 'rotated meanwhile', cause })
}

function tooNew(): Refusal {
  return new Refusal('conflict', {
    description:
      'The next key was not published for an hour yet: verifiers that keep the key set may not know it. Try again later, or give --now.',
  })
}

function getByState(keys: readonly SealedSigningKey[], state: SealedSigningKey['state']): SealedSigningKey {
  const key = keys.find((candidate) => candidate.state === state)
  if (!key) throw new Error(`there is no ${state} signing key`)
  return key
}
