import type { ImportReview } from '#lib/account-imports/account-import.ts'
import { readImportFile } from '#lib/account-imports/read-import-file.ts'
import { previewImport } from '#lib/accounts/preview-import.ts'
import type { PortalUser } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * What the person's own import would do now: how many accounts it adds, what it changes, and which rows are bad.
 * @throws Refusal `forbidden`, or `not_found`
 */
export async function reviewAccountImport(services: Services, person: PortalUser, id: string): Promise<ImportReview> {
  requireManager(person)
  const { rows, badRows, unusedColumns } = await readImportFile(services.db, person, id)
  return { ...(await previewImport(services, person, rows)), badRows, unusedColumns }
}
