import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { joinTransaction } from '#lib/foundation/db/join-transaction.ts'
import type { Repeatable } from '#lib/foundation/idempotency/repeatable.ts'
import { claimName, findResponse, keepResponse } from '#lib/foundation/idempotency/store.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Runs a creating request. With an `Idempotency-Key` it runs once: for 24 hours, the same request gets the same
 * response. The transaction of the use case becomes a part of the one that keeps the response, so a crash loses neither
 * or both. The response may show a secret, so it is kept encrypted. A failed request keeps no response and can be sent
 * again.
 * @param run runs the use case with these services, and returns the response
 * @throws Refusal `idempotency_key_reused` for another request with the same key
 */
export async function runOnce(
  services: Services,
  repeatable: Repeatable | undefined,
  run: (services: Services) => Promise<string>,
): Promise<string> {
  if (!repeatable) return run(services)
  const { db, keys } = services
  return db.transaction().execute(async (trx) => {
    if (!(await claimName(trx, repeatable))) return findKept(keys, trx, repeatable)
    const response = await run({ ...services, db: joinTransaction(trx) })
    await keepResponse(trx, repeatable, await seal(keys.current.keptResponseSeal, response))
    return response
  })
}

async function findKept({ all }: ServerKeys, trx: DbTransaction, repeatable: Repeatable): Promise<string> {
  const { fingerprint, response = null } = (await findResponse(trx, repeatable)) ?? {}
  if (fingerprint !== repeatable.fingerprint) throw new Refusal('idempotency_key_reused')
  // Kept by a version that did not encrypt.
  if (response?.startsWith('{')) return response
  for (const { keptResponseSeal } of all) {
    const text = response && (await unseal(keptResponseSeal, response).catch(() => undefined))
    if (text) return text
  }
  throw new Refusal('temporarily_unavailable', { detail: 'a kept response is gone, or its master secret' })
}
