import { sql } from 'kysely'
import type { ImportCounts } from '#lib/domain/accounts/account-imports/account-file.ts'
import { type AccountImport, retentionMs, stoppedAfterMs } from '#lib/domain/accounts/account-imports/account-import.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

export type NewImport = Readonly<{
  id: string
  userId: string
  fileName: string
  content: string
  rows: number
  badRows: number
}>

export async function insertImport(db: Db, upload: NewImport): Promise<void> {
  await db
    .insertInto('account_imports')
    .values({
      id: upload.id,
      user_id: upload.userId,
      file_name: upload.fileName,
      content: upload.content,
      total_rows: upload.rows,
      bad_rows: upload.badRows,
      done_rows: 0,
      created_rows: 0,
      updated_rows: 0,
      unchanged_rows: 0,
      uploaded_at: nowMs,
      advanced_at: null,
      finished_at: null,
    })
    .execute()
}

/** Only the uploader's import: a file may name accounts that other users must not see. */
export async function findImport(db: Db, userId: string, id: string): Promise<AccountImport | undefined> {
  const row = await ownImport(db, userId, id)
    .select(['id', 'file_name as fileName', 'total_rows as rows', 'bad_rows as badRows', 'done_rows as done'])
    .select(['created_rows as created', 'updated_rows as updated', 'unchanged_rows as unchanged'])
    .select(['uploaded_at as uploadedAt', 'advanced_at', 'finished_at', nowMs.as('now')])
    .executeTakeFirst()
  if (!row) return undefined
  const { created, updated, unchanged, advanced_at, finished_at, now, ...found } = row
  return { ...found, counts: { created, updated, unchanged }, state: toState({ advanced_at, finished_at, now }) }
}

/** The uploaded file of this user; empty after an import without bad rows. */
export async function findImportContent(db: Db, userId: string, id: string): Promise<string | undefined> {
  const row = await ownImport(db, userId, id).select('content').executeTakeFirst()
  return row?.content
}

/** Counts a batch that begins after `from` rows. @returns false if another runner has: the caller must roll back */
export async function advanceImport(
  db: Db,
  id: string,
  { from, to, counts }: Readonly<{ from: number; to: number; counts: ImportCounts }>,
): Promise<boolean> {
  const row = await db
    .updateTable('account_imports')
    .set(({ eb }) => ({
      done_rows: to,
      created_rows: eb('created_rows', '+', counts.created),
      updated_rows: eb('updated_rows', '+', counts.updated),
      unchanged_rows: eb('unchanged_rows', '+', counts.unchanged),
      advanced_at: nowMs,
    }))
    .where('id', '=', id)
    .where('done_rows', '=', from)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finishes the import. A file with bad rows is kept for download until the import is deleted. */
export async function finishImport(db: Db, id: string): Promise<void> {
  await db
    .updateTable('account_imports')
    .set(({ eb, ref }) => ({
      finished_at: nowMs,
      content: eb.case().when('bad_rows', '>', 0).then(ref('content')).else('').end(),
    }))
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

export async function deleteUnfinishedImports(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('account_imports').where('user_id', '=', userId).where('finished_at', 'is', null).execute()
}

/** Deletes imports without progress for {@link retentionMs}. @returns how many */
export function deleteOldImports(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'account_imports', {
    instant: sql`coalesce(finished_at, advanced_at, uploaded_at)`,
    retentionMs,
    limit,
  })
}

function ownImport(db: Db, userId: string, id: string) {
  return db.selectFrom('account_imports').where('id', '=', id).where('user_id', '=', userId)
}

function toState(
  row: Pick<Tables['account_imports'], 'advanced_at' | 'finished_at'> & { now: number },
): AccountImport['state'] {
  if (row.finished_at !== null) return 'finished'
  if (row.advanced_at === null) return 'checked'
  return row.now - row.advanced_at < stoppedAfterMs ? 'running' : 'stopped'
}
