import { type CryptoKey, importJWK, type JWK } from 'jose'
import { makeFirstSigningKeys } from '#lib/access-tokens/make-first-signing-keys.ts'
import { sealPrivateJwk, unsealPrivateJwk } from '#lib/access-tokens/seal.ts'
import type { SealedSigningKey, SigningAlgorithm } from '#lib/access-tokens/signing-key.ts'
import { listSigningKeys, updateSeal } from '#lib/access-tokens/store.ts'
import { secondMs } from '#lib/clock.ts'
import type { Database } from '#lib/db/database.ts'
import { withinTime } from '#lib/db/within-time.ts'
import { isNewestSecret } from '#lib/server-keys/is-newest-secret.ts'
import type { Services } from '#lib/services.ts'
import { runWithoutWaitLimit, waitWithinLimit } from '#lib/wait-budget.ts'

/** A key ready for use. */
export type UsableKey = Readonly<{ id: string; alg: SigningAlgorithm; key: CryptoKey | Uint8Array }>

/** What a process knows of the signing keys. */
export type KeyRing = Readonly<{
  signing: UsableKey
  verifying: ReadonlyMap<string, UsableKey>
  publicJwks: readonly JWK[]
  loadedAt: number
}>

/** A rotation by another process is followed this soon. */
const keptMs = secondMs

// By database, so that each process, and each test, keeps its own.
const kept = new WeakMap<Database, Promise<KeyRing>>()

/** The keys, at most a second old. Makes the first ones on a new database. */
export async function currentKeyRing(services: Services): Promise<KeyRing> {
  const askedAt = services.clock.now()
  const before = kept.get(services.db)
  const known = before && (await awaitShared(before))
  if (known && isFresh(known, askedAt, services.clock.now())) return known
  // Of all who find it too old at the same moment, one reloads.
  const loading = kept.get(services.db)
  return loading && loading !== before ? awaitShared(loading) : reloadKeyRing(services)
}

/** The keys as they are now: after a rotation, and for a `kid` that the kept ones do not have. */
export function reloadKeyRing(services: Services): Promise<KeyRing> {
  const before = kept.get(services.db)
  // For everybody who comes meanwhile: whoever began it may be out of patience before them.
  const loading = runWithoutWaitLimit(() => loadKeyRing(services, before))
  kept.set(services.db, loading)
  // A failed attempt must not be kept; whoever waits for it is told by their own await.
  loading.catch(() => {
    if (kept.get(services.db) === loading) kept.delete(services.db)
  })
  return awaitShared(loading)
}

/** What others have begun is waited for like anything else: within what the request at hand may still spend. */
function awaitShared(loading: Promise<KeyRing>): Promise<KeyRing> {
  return waitWithinLimit(Number.POSITIVE_INFINITY, (limitMs) => withinTime(loading, limitMs))
}

/** Fresh when it was asked for: a slow database makes it no older for those who have waited. */
function isFresh(ring: KeyRing, askedAt: number, now: number): boolean {
  // A clock that was set back must not keep the ring for ever.
  return ring.loadedAt <= now && askedAt - ring.loadedAt < keptMs
}

async function loadKeyRing(services: Services, before: Promise<KeyRing> | undefined): Promise<KeyRing> {
  const known = await before?.catch(() => undefined)
  const loadedAt = services.clock.now()
  const rows = await readSigningKeys(services)
  const current = rows.find((row) => row.state === 'current')
  if (!current) throw new Error('there is no current signing key')
  const verifying = await Promise.all(
    rows.map(
      async (row): Promise<[string, UsableKey]> => [
        row.id,
        known?.verifying.get(row.id) ?? { id: row.id, alg: row.alg, key: await importJWK(row.publicJwk, row.alg) },
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
  await makeFirstSigningKeys(services)
  return listSigningKeys(services.db)
}

/** After a change of the master secret the private parts move to the new one, before the old one is taken away. */
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

async function openSigningKey(services: Services, row: SealedSigningKey): Promise<UsableKey> {
  const privateJwk = await unsealPrivateJwk(services.keys, row.privateSealed, row.masterId)
  return { id: row.id, alg: row.alg, key: await importJWK(privateJwk, row.alg) }
}
