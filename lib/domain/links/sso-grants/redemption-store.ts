import { type SqlBool, sql } from 'kysely'
import type { NewSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { isPlaceUnchanged, sessionParts, sessionStatements } from '#lib/domain/accounts/account-sessions/store.ts'
import { selectOpenableId } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { openedInsertForEach, setOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { mayOpenAccount, mayReturnTo } from '#lib/domain/keys/api-keys/limits-store.ts'
import { isUsableKey } from '#lib/domain/keys/api-keys/store.ts'
import { registeredOrigin } from '#lib/domain/links/sso-grants/store.ts'
import type { NewEvent } from '#lib/foundation/audit/event.ts'
import { type EventValues, eventInStatement } from '#lib/foundation/audit/store.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { GrantNote } from '#lib/foundation/buffers/grant-notes.ts'
import { type Database, type Db, nowMs } from '#lib/foundation/db/database.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'
import { executeWithConsequences } from '#lib/foundation/db/sqlite/batch.ts'
import { hasWritingCtes } from '#lib/foundation/db/writing-ctes.ts'

/** What redeems a grant: the link's values, and the session that it opens. */
export type Redemption = NewSession &
  Readonly<{
    tokenHash: string
    /** The link's `timestamp`, as text. */
    timestamp: string
    /** The return address of `backUrl`; null for the platform itself. */
    origin: string | null
    /** The networks of its key: see `FoundGrant`. */
    networks: string | null
    network: string
  }>

/** Who redeems the grant, and what the audit event says. */
export type RedemptionRecord = Readonly<{ actor: RecordedActor; event: NewEvent }>

/**
 * Redeems a grant, inserts its session, notes the account as opened and records the audit event: one statement on
 * PostgreSQL, a statement with consequences on SQLite. Of any number of concurrent callers, one redeems it.
 * @returns false if this call did not redeem it, and nothing has changed
 * @throws a unique violation on PostgreSQL if another grant opened the account in this browser at the same moment
 */
export async function redeemGrant(
  db: Database,
  redemption: Redemption,
  { actor, event }: RedemptionRecord,
): Promise<boolean> {
  if (hasWritingCtes(db)) {
    const rows = await redemptionStatement(db, { ...redemption, ...eventInStatement.values(actor, event) })
    return rows.length > 0
  }
  const rows = await executeWithConsequences(db, grantUpdate.bind(db, redemption), [
    ...sessionStatements(db, redemption),
    ...(redemption.pendingMs === null ? [setOpened.bind(db, redemption)] : []),
    eventInStatement.bind(db, actor, event),
  ])
  return rows.length > 0
}

const grantUpdate = prepared((db, redemption: Placeholders<Redemption>) => redeemable(db, redemption))

const redemptionStatement = prepared((db, redemption: Placeholders<Redemption & EventValues>) => {
  const { locked, ended, opened, evicted } = sessionParts(db, redemption)
  return db
    .with('locked', () => locked)
    .with('redeemed', () => redeemable(db, redemption).where(sql<SqlBool>`(select taken from locked) = 1`))
    .with(
      'activated',
      () => sql<object>`(select 1 from redeemed where cast(${redemption.pendingMs} as bigint) is null)`,
    )
    .with('ended', () => ended)
    .with('opened', () => opened)
    .with('evicted', () => evicted)
    .with('noted', () => openedInsertForEach('activated', redemption))
    .with('recorded', () => eventInStatement.part('redeemed', redemption))
    .selectFrom('redeemed')
    .select('token_hash')
})

/** Marks the grant as redeemed under every condition of docs/protocol.md, section 5. */
function redeemable(db: Db, redemption: Placeholders<Redemption>) {
  return db
    .updateTable('sso_grants')
    .set({ redeemed_at: nowMs, redeemed_from: redemption.network, session_id: redemption.sessionId })
    .where('token_hash', '=', redemption.tokenHash)
    .where('redeemed_at', 'is', null)
    .where('burned_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('user_id', '=', redemption.userId)
    .where((eb) => eb(eb.cast<string>('issued_at', 'text'), '=', redemption.timestamp))
    .where('back_url', '=', redemption.backUrl)
    .where('deep_path', '=', redemption.deepPath)
    .where((eb) => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', redemption.browserHash)]))
    .where(isStillAllowed(db, redemption))
    .where(isPlaceUnchanged(db, redemption))
    .returning('token_hash')
}

type Allowance = Pick<Redemption, 'origin' | 'networks'>

/** Whether key, family, user, account and return address of a grant are still valid. Never null. */
function isStillAllowed(db: Db, { origin, networks }: Placeholders<Allowance>) {
  const key = db
    .selectFrom('api_keys as k')
    .select('k.id')
    .whereRef('k.id', '=', sql.ref('sso_grants.key_id'))
    .where(isUsableKey(networks))
    .where(mayOpenAccount(sql.ref('sso_grants.account_id')))
    .where(mayReturnTo(origin))
  const revoked = db
    .selectFrom('refresh_families as f')
    .select('f.id')
    .whereRef('f.id', '=', sql.ref('sso_grants.family_id'))
    .where('f.revoked_at', 'is not', null)
  const openable = selectOpenableId(db, sql.ref('sso_grants.user_id'), sql.ref('sso_grants.account_id'))
  return sql<SqlBool>`(
    (sso_grants.key_id is null or exists ${key})
    and not exists ${revoked}
    and exists ${openable}
    and (cast(${origin} as text) is null or exists ${registeredOrigin(db, origin)})
  )`
}

/**
 * Invalidates a live grant.
 * @param network of the opening that is refused; null if it was not opened
 * @param unlessAllowed only if it is no longer allowed: with the return address of its `backUrl`, and its networks
 * @returns whether this call invalidated it
 */
export async function invalidateGrant(
  db: Db,
  { tokenHash, network, refusal }: Pick<GrantNote, 'tokenHash' | 'refusal'> & Readonly<{ network: string | null }>,
  unlessAllowed?: Allowance,
): Promise<boolean> {
  let query = db
    .updateTable('sso_grants')
    .set({ burned_at: nowMs, refused_at: nowMs, refused_from: network, refused_reason: refusal })
    .where('token_hash', '=', tokenHash)
    .where('redeemed_at', 'is', null)
    .where('burned_at', 'is', null)
  if (unlessAllowed) query = query.where(({ not }) => not(isStillAllowed(db, toValues(unlessAllowed))))
  return (await query.returning('token_hash').executeTakeFirst()) !== undefined
}

/** Whether a grant's key, family, user, account and return address are still valid. */
export async function isGrantAllowed(
  db: Db,
  { tokenHash, ...allowance }: Readonly<{ tokenHash: string }> & Allowance,
): Promise<boolean> {
  const query = db.selectFrom('sso_grants').select('token_hash').where('token_hash', '=', tokenHash)
  return (await query.where(isStillAllowed(db, toValues(allowance))).executeTakeFirst()) !== undefined
}

function toValues({ origin, networks }: Allowance): Placeholders<Allowance> {
  return { origin: sql`${origin}`, networks: sql`${networks}` }
}
