import type { AccountFile, RejectedRows } from '#lib/account-imports/account-file.ts'
import { parseAccountCsv, parseRejectedRows } from '#lib/account-imports/parse-account-csv.ts'
import { findImportContent } from '#lib/account-imports/store.ts'
import type { PortalUser } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'

/** The file of the user's own import, kept until it is imported without bad rows. @throws Refusal `not_found` */
export async function readImportFile(db: Db, user: PortalUser, id: string): Promise<AccountFile> {
  return parseAccountCsv(await readContent(db, user, id))
}

/** The bad rows of that file with all their cells. @throws Refusal `not_found` */
export async function readRejectedRows(db: Db, user: PortalUser, id: string): Promise<RejectedRows> {
  return parseRejectedRows(await readContent(db, user, id))
}

async function readContent(db: Db, user: PortalUser, id: string): Promise<Uint8Array> {
  const content = await findImportContent(db, user.userId, id)
  if (!content) throw new Refusal('not_found')
  return Buffer.from(content)
}
