import { type SignInName, signInNames } from '#lib/domain/people/name-changes/name-change.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

const columns = { username: 'username_unproven_at', email: 'email_unproven_at' } as const

/** Selected by {@link findUnprovenNames} and lists of users. */
export const unprovenColumns = ['username_unproven_at', 'email_unproven_at'] as const

type UnprovenRow = Readonly<Record<(typeof unprovenColumns)[number], number | null>>

export function toUnproven(row: UnprovenRow): readonly SignInName[] {
  return signInNames.filter((name) => row[columns[name]] !== null)
}

/** The names that the user chose, and that neither they proved nor a manager approved. None for an unknown user. */
export async function findUnprovenNames(db: Db, userId: string): Promise<readonly SignInName[]> {
  const row = await db.selectFrom('users').select(unprovenColumns).where('id', '=', userId).executeTakeFirst()
  return row ? toUnproven(row) : []
}

export async function markUnproven(db: Db, userId: string, name: SignInName): Promise<void> {
  await db
    .updateTable('users')
    .set({ [columns[name]]: nowMs })
    .where('id', '=', userId)
    .execute()
}

export async function markProven(db: Db, userId: string, names: readonly SignInName[]): Promise<void> {
  if (names.length === 0) return
  const proven = Object.fromEntries(names.map((name) => [columns[name], null]))
  await db.updateTable('users').set(proven).where('id', '=', userId).execute()
}

/** Whether the company's directory manages the user, whose names are its own then. */
export async function isManagedByDirectory(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('scim_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
