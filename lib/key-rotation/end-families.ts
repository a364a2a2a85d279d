import { endSessionsOfSecret } from '#lib/account-sessions/store.ts'
import type { Db } from '#lib/db/database.ts'
import { revokeFamiliesOfSecret } from '#lib/refresh-tokens/store.ts'

/** Ends the families that a secret opened, and the account sessions that they opened. @returns the number of families */
export async function endFamiliesOfSecret(
  trx: Db,
  { secretId, ownerId }: Readonly<{ secretId: string; ownerId: string }>,
): Promise<number> {
  await endSessionsOfSecret(trx, { secretId, ownerId })
  return revokeFamiliesOfSecret(trx, secretId, 'secret_retired')
}
