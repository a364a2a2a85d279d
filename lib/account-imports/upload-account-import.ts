import { parseAccountCsv } from '#lib/account-imports/parse-account-csv.ts'
import { deleteUnfinishedImports, insertImport } from '#lib/account-imports/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { randomId } from '#lib/crypto.ts'
import { takeLock } from '#lib/db/lock.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Checks a file and keeps it until its import is confirmed, at most a day. It takes the place of one that this person
 * uploaded before and did not import. No account is written yet.
 * @returns the id of the import
 * @throws Refusal `forbidden`, or `input_invalid` as `parseAccountCsv` says
 */
export async function uploadAccountImport(
  services: Services,
  person: PortalUser,
  upload: Readonly<{ fileName: string; bytes: Uint8Array }>,
): Promise<string> {
  requireManager(person)
  const file = await parseAccountCsv(upload.bytes)
  const id = randomId('imp')
  await services.db.transaction().execute(async (trx) => {
    await takeLock(trx, `imports of ${person.userId}`)
    await deleteUnfinishedImports(trx, person.userId)
    await insertImport(trx, {
      id,
      userId: person.userId,
      fileName: upload.fileName.slice(-120),
      content: new TextDecoder().decode(upload.bytes),
      rows: file.rows.length,
      badRows: file.badRows.length,
    })
  })
  return id
}
