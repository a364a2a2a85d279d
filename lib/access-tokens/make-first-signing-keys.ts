import { sealPrivateJwk } from '#lib/access-tokens/seal.ts'
import { generateSigningKey, type SigningAlgorithm } from '#lib/access-tokens/signing-key.ts'
import { insertSigningKey, type NewSigningKey } from '#lib/access-tokens/store.ts'
import { isUniqueViolation } from '#lib/db/database.ts'
import type { ServerKeySet } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'

/** Makes the keys of a new database. Of several processes that try, one succeeds and the others use its keys. */
export async function makeFirstSigningKeys(services: Services): Promise<void> {
  const current = await makeSigningKey(services.keys.current, 'ES256')
  const next = await makeSigningKey(services.keys.current, 'ES256')
  try {
    await services.db.transaction().execute(async (trx) => {
      await insertSigningKey(trx, current, 'current')
      await insertSigningKey(trx, next, 'next')
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
}

/** A new key pair, its private part sealed. */
export async function makeSigningKey(keySet: ServerKeySet, alg: SigningAlgorithm): Promise<NewSigningKey> {
  const { id, publicJwk, privateJwk } = await generateSigningKey(alg)
  return { id, alg, publicJwk, privateSealed: await sealPrivateJwk(keySet, privateJwk), masterId: keySet.id }
}
