import { endSessionsOfSecret } from '#lib/domain/accounts/account-sessions/store.ts'
import { revokeFamiliesOfSecret } from '#lib/domain/tokens/refresh-tokens/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/**
 * Ends the families that a secret opened, and the account sessions that they opened. @returns the number of families
 */
export async function endFamiliesOfSecret(
  trx: Db,
  { secretId, ownerId }: Readonly<{ secretId: string; ownerId: string }>,
): Promise<number> {
  await endSessionsOfSecret(trx, { secretId, ownerId })
  return revokeFamiliesOfSecret(trx, secretId, 'secret_retired')
}
