import { parseAccountCsv } from '#lib/account-imports/parse-account-csv.ts'
import { deleteUnfinishedImports, insertImport } from '#lib/account-imports/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { randomId } from '#lib/crypto.ts'
import { takeLock } from '#lib/db/lock.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Checks a file and stores it for at most a day, until its import is confirmed. Replaces the user's earlier upload that was
 * not imported. Writes no account.
 * @returns the ID of the import
 * @throws Refusal `forbidden`, or `input_invalid` as `parseAccountCsv` does
 */
export async function uploadAccountImport(
  services: Services,
  user: PortalUser,
  upload: Readonly<{ fileName: string; bytes: Uint8Array }>,
): Promise<string> {
  requireManager(user)
  const file = await parseAccountCsv(upload.bytes)
  const id = randomId('imp')
  await services.db.transaction().execute(async (trx) => {
    await takeLock(trx, `imports of ${user.userId}`)
    await deleteUnfinishedImports(trx, user.userId)
    await insertImport(trx, {
      id,
      userId: user.userId,
      fileName: upload.fileName.slice(-120),
      content: new TextDecoder().decode(upload.bytes),
      rows: file.rows.length,
      badRows: file.badRows.length,
    })
  })
  return id
}
