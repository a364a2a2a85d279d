import { findImportContent } from '#lib/account-imports/store.ts'
import type { AccountFile } from '#lib/accounts/account-file.ts'
import { parseAccountCsv } from '#lib/accounts/parse-account-csv.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import type { Person } from '#lib/users/actor.ts'

/** The file of one's own import that is not finished. @throws Refusal `not_found` */
export async function readImportFile(db: Db, person: Person, id: string): Promise<AccountFile> {
  const content = await findImportContent(db, person.userId, id)
  if (!content) throw new Refusal('not_found')
  return parseAccountCsv(Buffer.from(content))
}
