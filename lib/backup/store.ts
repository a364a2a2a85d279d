import { type Db, nowMs } from '#lib/db/database.ts'

/** What may not come back with an old copy: whoever was signed in then, and links that may have been used since. */
export async function deleteSessionsAndLinks(db: Db): Promise<void> {
  await db.deleteFrom('sso_grants').execute()
  await db.deleteFrom('account_sessions').execute()
  await db.deleteFrom('portal_sessions').execute()
  await db.deleteFrom('password_links').execute()
}

/** No refresh token of a restored copy may work: its generation can lie behind what was handed out since. */
export async function revokeRefreshFamilies(db: Db): Promise<void> {
  await db
    .updateTable('refresh_families')
    .set({ revoked_at: nowMs, revoked_reason: 'restored' })
    .where('revoked_at', 'is', null)
    .execute()
}

/** Every key of a restored copy waits for somebody to enable it: it may have been revoked since. */
export async function disableApiKeys(db: Db): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ disabled_at: nowMs })
    .where('disabled_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
