import { idleMs as accountIdleMs } from '#lib/account-sessions/account-session.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { idleMs as portalIdleMs } from '#lib/portal-sessions/portal-session.ts'

/** Number of valid rows encrypted with this master secret. */
export type SealedRows = Readonly<{
  masterId: string
  apiKeys: number
  refreshFamilies: number
  signingKeys: number
  /** Portal and account sessions: their cookies. */
  sessions: number
}>

/** Number of valid rows per master secret, by kind. */
export async function countSealedRows(db: Db): Promise<readonly SealedRows[]> {
  const apiKeys = await db
    .selectFrom('api_keys')
    .select(({ fn }) => ['master_id', fn.countAll<number>().as('total')])
    .where('revoked_at', 'is', null)
    .groupBy('master_id')
    .execute()
  const refreshFamilies = await db
    .selectFrom('refresh_families')
    .select(({ fn }) => ['master_id', fn.countAll<number>().as('total')])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('idle_expires_at', '>', nowMs)
    .groupBy('master_id')
    .execute()
  const signingKeys = await db
    .selectFrom('signing_keys')
    .select(({ fn }) => ['master_id', fn.countAll<number>().as('total')])
    .where('retired_at', 'is', null)
    .groupBy('master_id')
    .execute()
  const sessions = [...(await countSessions(db, 'portal_sessions')), ...(await countSessions(db, 'account_sessions'))]
  const totalFor = (counts: typeof apiKeys, id: string) =>
    counts.reduce((sum, count) => sum + (count.master_id === id ? count.total : 0), 0)
  const ids = new Set([...apiKeys, ...refreshFamilies, ...signingKeys, ...sessions].map((count) => count.master_id))
  return [...ids].map((masterId) => ({
    masterId,
    apiKeys: totalFor(apiKeys, masterId),
    refreshFamilies: totalFor(refreshFamilies, masterId),
    signingKeys: totalFor(signingKeys, masterId),
    sessions: totalFor(sessions, masterId),
  }))
}

/** Sessions that can still be used; without a cookie there is nothing to decrypt. */
async function countSessions(db: Db, table: 'portal_sessions' | 'account_sessions') {
  const idleMs = table === 'portal_sessions' ? portalIdleMs : accountIdleMs
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['master_id', fn.countAll<number>().as('total')])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where((eb) => eb('last_seen_at', '>', eb(nowMs, '-', idleMs)))
    .groupBy('master_id')
    .execute()
  return rows.flatMap(({ master_id, total }) => (master_id === null ? [] : [{ master_id, total }]))
}

/** How long the current key has signed, and how long the next one has been published, in ms. */
export async function findSigningKeyAges(db: Db): Promise<SigningKeyAges> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['created_at', 'activated_at', nowMs.as('now')])
    .where('retired_at', 'is', null)
    .execute()
  const signing = rows.find((row) => row.activated_at !== null)
  const following = rows.find((row) => row.activated_at === null)
  return {
    signsForMs: signing && signing.now - (signing.activated_at ?? signing.created_at),
    publishedForMs: following && following.now - following.created_at,
  }
}

export type SigningKeyAges = Readonly<{ signsForMs: number | undefined; publishedForMs: number | undefined }>

/** The ID of the master secret that this database was last used with. */
export async function findMasterId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'master-secret-id').executeTakeFirst()
  return row?.value
}

/** Number of active owners. */
export async function countActiveOwners(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** When the newest event was recorded. */
export async function findNewestInstant(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('audit_events').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst()
  return row?.at
}
