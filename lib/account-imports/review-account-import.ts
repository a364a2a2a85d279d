import type { ImportReview } from '#lib/account-imports/account-import.ts'
import { readImportFile } from '#lib/account-imports/read-import-file.ts'
import { previewImport } from '#lib/accounts/preview-import.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { requireManager } from '#lib/users/roles.ts'

/**
 * What one's own import would do as things stand now: how many accounts it adds and changes, which lines are bad.
 * @throws Refusal `forbidden`, or `not_found`
 */
export async function reviewAccountImport(services: Services, person: Person, id: string): Promise<ImportReview> {
  requireManager(person)
  const { rows, badRows, unusedColumns } = await readImportFile(services.db, person, id)
  return { expected: await previewImport(services, person, rows), badRows, unusedColumns }
}
