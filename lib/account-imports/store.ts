import { sql } from 'kysely'
import type { ImportCounts } from '#lib/account-imports/account-file.ts'
import { type AccountImport, retentionMs, stoppedAfterMs } from '#lib/account-imports/account-import.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import type { AccountImportRow } from '#lib/db/tables.ts'

export type NewImport = Readonly<{
  id: string
  userId: string
  fileName: string
  content: string
  rows: number
  badRows: number
}>

/** An upload that waits for its review, with the file itself: nothing of it is imported yet. */
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

/** Whose it is decides who sees it: a file may name accounts that others do not know. */
export async function findImport(db: Db, userId: string, id: string): Promise<AccountImport | undefined> {
  const row = await ownImport(db, userId, id)
    .select(['id', 'file_name', 'total_rows', 'bad_rows', 'done_rows', 'created_rows', 'updated_rows'])
    .select(['unchanged_rows', 'uploaded_at', 'advanced_at', 'finished_at', nowMs.as('now')])
    .executeTakeFirst()
  return row && toImport(row)
}

/** The file as it was uploaded, of this user alone; empty once it is imported without bad rows. */
export async function findImportContent(db: Db, userId: string, id: string): Promise<string | undefined> {
  const row = await ownImport(db, userId, id).select('content').executeTakeFirst()
  return row?.content
}

/**
 * Counts one batch, unless another runner of the same import has done so: the caller's transaction must then end
 * without a trace.
 * @param from how many rows were done before this batch
 */
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

/** Deletes the file, unless it has bad rows: these can be downloaded until the import is deleted. */
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

/** What this person has uploaded before and not imported to the end. */
export async function deleteUnfinishedImports(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('account_imports').where('user_id', '=', userId).where('finished_at', 'is', null).execute()
}

/** Deletes imports with which nothing has happened for a day, however far they came. @returns how many */
export async function deleteOldImports(db: Db, limit: number): Promise<number> {
  const isOld = sql<boolean>`coalesce(finished_at, advanced_at, uploaded_at) <= ${nowMs} - ${retentionMs}`
  const { numDeletedRows } = await db
    .deleteFrom('account_imports')
    // Asked once more of the row itself: somebody may have gone on with it since it was found.
    .where(isOld)
    .where('id', 'in', (query) => query.selectFrom('account_imports').select('id').where(isOld).limit(limit))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function ownImport(db: Db, userId: string, id: string) {
  return db.selectFrom('account_imports').where('id', '=', id).where('user_id', '=', userId)
}

function toImport(row: Omit<AccountImportRow, 'content' | 'user_id'> & { now: number }): AccountImport {
  return {
    id: row.id,
    fileName: row.file_name,
    rows: row.total_rows,
    badRows: row.bad_rows,
    done: row.done_rows,
    counts: { created: row.created_rows, updated: row.updated_rows, unchanged: row.unchanged_rows },
    uploadedAt: row.uploaded_at,
    state: toState(row),
  }
}

function toState(row: Pick<AccountImportRow, 'advanced_at' | 'finished_at'> & { now: number }): AccountImport['state'] {
  if (row.finished_at !== null) return 'finished'
  if (row.advanced_at === null) return 'checked'
  return row.now - row.advanced_at < stoppedAfterMs ? 'running' : 'stopped'
}
