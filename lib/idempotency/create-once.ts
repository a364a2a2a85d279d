import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import type { Repeatable } from '#lib/idempotency/repeatable.ts'
import { claimName, findResponse, keepResponse } from '#lib/idempotency/store.ts'
import { seal, unseal } from '#lib/server-keys/seal.ts'
import type { ServerKeys } from '#lib/server-keys/server-keys.ts'
import type { Services } from '#lib/services.ts'

/** A creating request: its `Idempotency-Key`, if it has one, and the response that shows what was created. */
export type Creation<Created> = Readonly<{
  repeatable: Repeatable | undefined
  represent: (created: Created) => string
}>

/**
 * Runs the transaction of a creating request. With an `Idempotency-Key` it runs once: for 24 hours, the same request gets
 * the same response. The response commits with what it created, so a crash loses neither or both; it may show a secret,
 * so it is kept encrypted. A failed request keeps no response and can be sent again. The use case authorizes.
 * @returns what `represent` made of what was created, also for a repeated request
 * @throws Refusal `idempotency_key_reused` for another request with the same key
 */
export async function createOnce<Created>(
  { db, keys }: Services,
  { repeatable, represent }: Creation<Created>,
  create: (trx: DbTransaction) => Promise<Created>,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    if (!repeatable) return represent(await create(trx))
    if (!(await claimName(trx, repeatable))) return findKept(keys, trx, repeatable)
    const response = represent(await create(trx))
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
