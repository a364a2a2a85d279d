import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import { type DbTransaction, isUniqueViolation } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

/**
 * Runs a transaction in which concurrent requests may take the same name: one succeeds.
 * @throws Refusal `uniqueness` for the others
 */
export async function transactUniquely<T>(
  { db }: Services,
  description: string,
  work: (trx: DbTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    const isTaken = isRefusal(error) && Object.values(error.fields ?? {}).includes('taken')
    throw isTaken || isUniqueViolation(error) ? scimRefusal('uniqueness', description) : error
  }
}
