import type { SavedView } from '#lib/domain/events/activity/saved-views.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

export async function insertView(
  db: Db,
  { userId, name, query }: SavedView & Readonly<{ userId: string }>,
): Promise<void> {
  await db.insertInto('activity_views').values({ user_id: userId, name, query, created_at: nowMs }).execute()
}

export async function deleteView(db: Db, userId: string, name: string): Promise<void> {
  await db.deleteFrom('activity_views').where('user_id', '=', userId).where('name', '=', name).execute()
}

export async function listViewRows(db: Db, userId: string): Promise<readonly SavedView[]> {
  return db
    .selectFrom('activity_views')
    .select(['name', 'query'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
}
