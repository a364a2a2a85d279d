import { type CryptoKey, importJWK, type JWK } from 'jose'
import {
  makeSigningKey,
  type SealedSigningKey,
  type SigningAlgorithm,
  sealPrivateJwk,
  unsealPrivateJwk,
} from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { insertSigningKey, listSigningKeys, updateSeal } from '#lib/domain/tokens/access-tokens/store.ts'
import { type Database, isUniqueViolation } from '#lib/foundation/db/database.ts'
import { isNewestSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { runWithoutWaitBudget, waitWithinBudget, withinTime } from '#lib/kernel/wait-budget.ts'

export type LoadedKey = Readonly<{ id: string; alg: SigningAlgorithm; key: CryptoKey }>

/** The signing keys as a process has loaded them. */
export type KeyRing = Readonly<{
  signing: LoadedKey
  verifying: ReadonlyMap<string, LoadedKey>
  publicJwks: readonly JWK[]
  loadedAt: number
}>

/** How long a process may use the key ring before it notices another process's rotation. */
const maxAgeMs = secondMs

type Load = { readonly loading: Promise<KeyRing>; ring?: KeyRing }

// By database: each process and each test has its own.
const loads = new WeakMap<Database, Load>()

/** The keys, loaded at most a second ago. Makes the first ones on a new database. */
export async function currentKeyRing(services: Services): Promise<KeyRing> {
  const askedAt = services.clock.now()
  const before = loads.get(services.db)
  const known = before && (before.ring ?? (await awaitShared(before.loading)))
  if (known && isFresh(known, askedAt, services.clock.now())) return known
  // Of concurrent callers that find the ring too old, one reloads it.
  const load = loads.get(services.db)
  return load && load !== before ? awaitShared(load.loading) : reloadKeyRing(services)
}

/** Loads the keys again: after a rotation, and for an unknown `kid`. */
export function reloadKeyRing(services: Services): Promise<KeyRing> {
  const before = loads.get(services.db)
  // Shared load: it must not inherit the first caller's deadline.
  const load: Load = { loading: runWithoutWaitBudget(() => loadKeyRing(services, before?.loading)) }
  loads.set(services.db, load)
  load.loading.then(
    (ring) => {
      load.ring = ring
    },
    // A failed load is not kept; its callers get the error from their own await.
    () => {
      if (loads.get(services.db) === load) loads.delete(services.db)
    },
  )
  return awaitShared(load.loading)
}

function awaitShared(loading: Promise<KeyRing>): Promise<KeyRing> {
  return waitWithinBudget(Number.POSITIVE_INFINITY, (limitMs) => withinTime(loading, limitMs))
}

/** Measured from the caller's arrival: waiting for a slow database does not make a ring too old. */
function isFresh(ring: KeyRing, askedAt: number, now: number): boolean {
  // If the clock is set back, the ring must not stay fresh forever.
  return ring.loadedAt <= now && askedAt - ring.loadedAt < maxAgeMs
}

async function loadKeyRing(services: Services, before: Promise<KeyRing> | undefined): Promise<KeyRing> {
  const known = await before?.catch(() => undefined)
  const loadedAt = services.clock.now()
  const rows = await readSigningKeys(services)
  const current = rows.find((row) => row.state === 'current')
  if (!current) throw new Error('there is no current signing key')
  const verifying = await Promise.all(
    rows.map(
      async (row): Promise<[string, LoadedKey]> => [
        row.id,
        known?.verifying.get(row.id) ?? { id: row.id, alg: row.alg, key: await importKey(row.publicJwk, row.alg) },
      ],
    ),
  )
  return {
    signing: known?.signing.id === current.id ? known.signing : await openSigningKey(services, current),
    verifying: new Map(verifying),
    publicJwks: rows.map((row) => ({ ...row.publicJwk, kid: row.id, alg: row.alg, use: 'sig' })),
    loadedAt,
  }
}

async function readSigningKeys(services: Services): Promise<SealedSigningKey[]> {
  const rows = await listSigningKeys(services.db)
  if (rows.some((row) => row.state === 'current')) return renewSeals(services, rows)
  await insertFirstKeys(services)
  return listSigningKeys(services.db)
}

/** Of several processes that start on a new database, one inserts its keys and the others use them. */
async function insertFirstKeys({ db, keys }: Services): Promise<void> {
  const current = await makeSigningKey(keys.current, 'ES256')
  const next = await makeSigningKey(keys.current, 'ES256')
  try {
    await db.transaction().execute(async (trx) => {
      await insertSigningKey(trx, current, 'current')
      await insertSigningKey(trx, next, 'next')
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
}

/** Moves private keys to the newest master secret while the old one is still configured. */
async function renewSeals(services: Services, rows: SealedSigningKey[]): Promise<SealedSigningKey[]> {
  const { current } = services.keys
  const outdated = rows.filter((row) => row.state !== 'previous' && row.masterId !== current.id)
  if (outdated.length === 0 || !(await isNewestSecret(services.db, services.keys))) return rows
  for (const row of outdated) {
    const privateJwk = await unsealPrivateJwk(services.keys, row.privateSealed, row.masterId)
    const privateSealed = await sealPrivateJwk(current, privateJwk)
    await updateSeal(services.db, row, { privateSealed, masterId: current.id })
  }
  return listSigningKeys(services.db)
}

async function openSigningKey(services: Services, row: SealedSigningKey): Promise<LoadedKey> {
  const privateJwk = await unsealPrivateJwk(services.keys, row.privateSealed, row.masterId)
  return { id: row.id, alg: row.alg, key: await importKey(privateJwk, row.alg) }
}

async function importKey(jwk: JWK, alg: SigningAlgorithm): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg)
  // Bytes are a symmetric key, which signs nothing here.
  if (key instanceof Uint8Array) throw new Error('a signing key is symmetric')
  return key
}
