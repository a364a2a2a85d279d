import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { ReturnAddress } from '#lib/return-addresses/return-address.ts'
import { listReturnAddressRows } from '#lib/return-addresses/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * All return addresses, by origin. There are a handful, so there are no pages.
 * @throws Refusal `forbidden`
 */
export async function listReturnAddresses(services: Services, actor: Actor): Promise<readonly ReturnAddress[]> {
  requireManager(actor)
  return listReturnAddressRows(services.db)
}
