import { type Db, nowMs } from '#lib/foundation/db/database.ts'

/** An authenticator app whose secret is sealed under a master secret. */
export type SealedApp = Readonly<{ userId: string; secretSealed: string; masterId: string }>

/** When an app was added, and when one of its codes was last used. */
export type AppUse = Readonly<{ createdAt: number; lastUsedAt: number | null }>

export async function findApp(db: Db, userId: string): Promise<(SealedApp & AppUse) | undefined> {
  return db
    .selectFrom('authenticator_apps')
    .select(['user_id as userId', 'secret_sealed as secretSealed', 'master_id as masterId'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Saves an app in place of the user's former one. The code of `step` has been used. */
export async function saveApp(db: Db, { userId, secretSealed, masterId }: SealedApp, step: number): Promise<void> {
  const values = { secret_sealed: secretSealed, master_id: masterId, last_step: step, created_at: nowMs }
  await db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...values, last_used_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, last_used_at: null }))
    .execute()
}

/**
 * Uses the code of a time step. Codes up to the latest used step are void: of several requests with one code, one wins.
 * @returns false if the code is void, or the app was replaced
 */
export async function spendTimeStep(db: Db, { userId, secretSealed }: SealedApp, step: number): Promise<boolean> {
  const row = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used_at: nowMs })
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', secretSealed)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if the user has none */
export async function deleteApp(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Apps that are sealed under another master secret than this one. */
export async function listAppsOfOtherMaster(db: Db, masterId: string): Promise<readonly SealedApp[]> {
  return db
    .selectFrom('authenticator_apps')
    .select(['user_id as userId', 'secret_sealed as secretSealed', 'master_id as masterId'])
    .where('master_id', '<>', masterId)
    .execute()
}

/** Replaces the seal, unless the app has been replaced since. */
export async function replaceAppSeal(db: Db, before: SealedApp, after: SealedApp): Promise<void> {
  await db
    .updateTable('authenticator_apps')
    .set({ secret_sealed: after.secretSealed, master_id: after.masterId })
    .where('user_id', '=', before.userId)
    .where('secret_sealed', '=', before.secretSealed)
    .execute()
}
