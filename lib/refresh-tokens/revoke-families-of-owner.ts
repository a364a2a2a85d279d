import type { Db } from '#lib/db/database.ts'
import { revokeFamiliesOfOwner as revokeFamilies } from '#lib/refresh-tokens/store.ts'

/**
 * Ends every refresh family of a user who is being deactivated, inside that transaction: reactivating the user must
 * not bring a token back.
 */
export async function revokeFamiliesOfOwner(db: Db, ownerId: string): Promise<void> {
  await revokeFamilies(db, ownerId, 'owner_deactivated')
}
