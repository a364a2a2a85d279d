import type { NameChange } from '#lib/domain/people/name-changes/name-change.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

const columns = ['username', 'email', 'requested_at as requestedAt'] as const

/** Replaces what the user requested before. */
export async function saveNameChange(
  db: Db,
  userId: string,
  { username, email }: Pick<NameChange, 'username' | 'email'>,
): Promise<void> {
  const row = { username, email, requested_at: nowMs }
  await db
    .insertInto('name_changes')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export async function findNameChange(db: Db, userId: string): Promise<NameChange | undefined> {
  return db.selectFrom('name_changes').select(columns).where('user_id', '=', userId).executeTakeFirst()
}

/** @returns false if there was none */
export async function deleteNameChange(db: Db, userId: string): Promise<boolean> {
  const deleted = db.deleteFrom('name_changes').where('user_id', '=', userId).returning('user_id')
  return (await deleted.executeTakeFirst()) !== undefined
}

/** Active users with one of these roles who wait for a name, the longest waiting first. */
export async function listWaitingUsers(
  db: Db,
  roles: readonly Role[],
  limit: number,
): Promise<readonly Readonly<{ id: string; name: string }>[]> {
  if (roles.length === 0) return []
  return db
    .selectFrom('name_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.name'])
    .where('u.role', 'in', roles)
    .where('u.deactivated_at', 'is', null)
    .orderBy('c.requested_at')
    .orderBy('u.id')
    .limit(limit)
    .execute()
}
