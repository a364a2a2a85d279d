import { sql } from 'kysely'
import { idleMs as accountIdleMs } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { isUnretiredSecret } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { isAlive } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import type { PortalLifetimes } from '#lib/kernel/env.ts'

type SealedKind =
  | 'apiKeys'
  | 'refreshFamilies'
  | 'signingKeys'
  | 'webhooks'
  | 'authenticatorApps'
  | 'providers'
  | 'mails'
  | 'sessions'

/** Number of valid rows encrypted with this master secret. Of portal and account sessions, the cookies are. */
export type SealedRows = Readonly<Record<SealedKind, number> & { masterId: string }>

/** Number of valid rows per master secret, by kind. Sessions without a cookie have nothing to decrypt. */
export async function countSealedRows(db: Db, lifetimes: PortalLifetimes): Promise<readonly SealedRows[]> {
  const { rows } = await sql<{ masterId: string; kind: SealedKind; total: number }>`
    select master_id as "masterId", kind, count(*) as total from (
      select s.master_id, 'apiKeys' as kind from key_secrets as s join api_keys as k on k.id = s.key_id
        where k.revoked_at is null and s.public_jwk is null and ${isUnretiredSecret}
      union all select master_id, 'refreshFamilies' from refresh_families
        where revoked_at is null and expires_at > ${nowMs} and idle_expires_at > ${nowMs}
      union all select master_id, 'signingKeys' from signing_keys where retired_at is null
      union all select master_id, 'webhooks' from webhooks
      union all select master_id, 'authenticatorApps' from authenticator_apps
      union all select master_id, 'providers' from sign_in_providers where master_id is not null
      union all select master_id, 'mails' from mails where master_id is not null
      union all select master_id, 'sessions' from portal_sessions
        where master_id is not null and ${isAlive(lifetimes)}
      union all select master_id, 'sessions' from account_sessions where master_id is not null and ended_at is null
        and expires_at > ${nowMs} and last_seen_at > ${nowMs} - ${sql.lit(accountIdleMs)}
    ) as sealed group by master_id, kind`.execute(db)
  const totalOf = (masterId: string, kind: SealedKind) =>
    rows.find((row) => row.masterId === masterId && row.kind === kind)?.total ?? 0
  return [...new Set(rows.map(({ masterId }) => masterId))].map((masterId) => ({
    masterId,
    apiKeys: totalOf(masterId, 'apiKeys'),
    refreshFamilies: totalOf(masterId, 'refreshFamilies'),
    signingKeys: totalOf(masterId, 'signingKeys'),
    webhooks: totalOf(masterId, 'webhooks'),
    authenticatorApps: totalOf(masterId, 'authenticatorApps'),
    providers: totalOf(masterId, 'providers'),
    mails: totalOf(masterId, 'mails'),
    sessions: totalOf(masterId, 'sessions'),
  }))
}

/** API keys in use with a secret or a refresh token of another master secret, by name. */
export async function listKeysOfOtherMaster(
  db: Db,
  masterId: string,
  limit: number,
): Promise<readonly Readonly<{ id: string; name: string }>[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from api_keys as k where revoked_at is null and (
      exists (select 1 from key_secrets as s
        where s.key_id = k.id and s.master_id <> ${masterId} and s.public_jwk is null and ${isUnretiredSecret})
      or exists (select 1 from refresh_families as f where f.key_id = k.id and f.master_id <> ${masterId}
        and f.revoked_at is null and f.expires_at > ${nowMs} and f.idle_expires_at > ${nowMs})
    ) order by name, id limit ${sql.lit(limit)}`.execute(db)
  return rows
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

export async function countActiveOwners(db: Db): Promise<number> {
  return countRows(db.selectFrom('users').where('role', '=', 'owner').where('deactivated_at', 'is', null))
}

/** Whether the database was ever used. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** How many users signed in through a provider that couldn't tell their groups, within this time. */
export async function countUsersWithUntoldGroups(db: Db, withinMs: number): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.count<number>('subject_id').distinct().as('users'))
    .where('kind', '=', 'user.groups_untold')
    .where('at', '>', sql<number>`${nowMs} - ${withinMs}`)
    .executeTakeFirstOrThrow()
  return Number(row.users)
}

/** When the newest audit event was recorded. */
export async function findNewestEventAt(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('audit_events').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst()
  return row?.at
}
