import type { AccountImport } from '#lib/domain/accounts/account-imports/account-import.ts'
import { importAccountBatch, inBatches } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import {
  advanceImport,
  deleteUnfinishedImports,
  findImport,
  findImportContent,
  finishImport,
  insertImport,
} from '#lib/domain/accounts/account-imports/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { transactInBulk } from '#lib/foundation/db/transact-in-bulk.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

/**
 * Checks a file and stores it for at most a day, until its import is confirmed, in place of the user's earlier upload.
 * Writes no account. @returns the ID of the import
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

/** The user's own import and its progress; undefined once it has expired. @throws Refusal `forbidden` */
export async function findAccountImport(
  { db }: Services,
  user: PortalUser,
  id: string,
): Promise<AccountImport | undefined> {
  requireManager(user)
  return findImport(db, user.userId, id)
}

/**
 * Imports the user's own uploaded file, or continues an interrupted import. Each batch commits together with the
 * progress, so a crash loses no row and counts none twice. Two concurrent runs do the work once.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`, `input_invalid` (`file: bad_rows`) unless
 *   `skipBad`, or `conflict`
 */
export async function runAccountImport(
  services: Services,
  user: PortalUser,
  { id, skipBad }: Readonly<{ id: string; skipBad: boolean }>,
): Promise<AccountImport> {
  requireManager(user)
  requireRecentConfirmation(user, services.clock.now())
  const started = await getImport(services, user, id)
  if (started.state === 'finished') return started
  if (started.badRows > 0 && !skipBad) throw new Refusal('input_invalid', { fields: { file: 'bad_rows' } })
  return runWithoutWaitBudget(() => runToEnd(services, user, started))
}

/**
 * The uploaded file of the user's own import, kept until it is imported without bad rows. @throws Refusal `not_found`
 */
export async function readImportFile(db: Db, user: PortalUser, id: string): Promise<Uint8Array> {
  const content = await findImportContent(db, user.userId, id)
  if (!content) throw new Refusal('not_found')
  return Buffer.from(content)
}

async function runToEnd(services: Services, user: PortalUser, started: AccountImport): Promise<AccountImport> {
  const { id, fileName, done } = started
  const file = await parseAccountCsv(await readImportFile(services.db, user, id))
  for await (const { rows, from, to } of inBatches(file.rows, done)) {
    await transactInBulk(services.db, async (trx) => {
      const { counts } = await importAccountBatch(trx, user, { fileName, rows })
      const isOurs = await advanceImport(trx, id, { from, to, counts })
      if (!isOurs) throw new Refusal('conflict', { detail: `import ${id} continues elsewhere` })
    })
  }
  await finishImport(services.db, id)
  return getImport(services, user, id)
}

async function getImport(services: Services, user: PortalUser, id: string): Promise<AccountImport> {
  const found = await findAccountImport(services, user, id)
  if (!found) throw new Refusal('not_found')
  return found
}
