import { type SqlBool, sql } from 'kysely'
import type { OpenSession } from '#lib/account-sessions/account-session.ts'
import { sessionInStatement } from '#lib/account-sessions/open-in-statement.ts'
import { openedInsertForEach } from '#lib/accounts/launcher-store.ts'
import { selectOpenableId } from '#lib/accounts/openable-accounts-store.ts'
import { isActiveKey } from '#lib/api-keys/active-key.ts'
import type { EventValues } from '#lib/audit/event.ts'
import { eventInStatement } from '#lib/audit/record-event.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import type { GrantEntry, GrantHints } from '#lib/sso-grants/sso-grant.ts'

/** What a grant was made for, as it stands at the moment of its redemption. */
export type Redeemed = Readonly<{ hasGoodCredential: boolean; isOpenable: boolean; isRegistered: boolean }>

/**
 * The statement that decides: of all who open a link, however many and however fast, it is for one.
 * Hints and browser stand in it too, so that nothing is spent on a request that will be refused.
 * @param origin looked up among the return addresses
 * @returns undefined where this call was not the one
 */
export async function redeemGrant(
  db: Db,
  tokenHash: string,
  { hints, browserHash }: GrantEntry,
  origin: string,
): Promise<Redeemed | undefined> {
  const [row] = await grantRedemption(db, { tokenHash, ...hints, browserHash, origin })
  return (
    row && {
      // A launch has none.
      hasGoodCredential: row.key_id === null || (row.active_key_id !== null && row.family_revoked_at === null),
      isOpenable: row.openable_id !== null,
      isRegistered: row.registered_origin !== null,
    }
  )
}

type RedemptionValues = GrantHints & Readonly<{ tokenHash: string; browserHash: string; origin: string | null }>

const grantRedemption = prepared((db, entry: Placeholders<RedemptionValues>) =>
  redemption(db, entry).returning(({ selectFrom }) => [
    'key_id',
    selectFrom('api_keys as k')
      .select('k.id')
      .whereRef('k.id', '=', 'sso_grants.key_id')
      .where(isActiveKey)
      .as('active_key_id'),
    selectFrom('refresh_families as f')
      .select('f.revoked_at')
      .whereRef('f.id', '=', 'sso_grants.family_id')
      .as('family_revoked_at'),
    selectFrom('return_addresses as r').select('r.origin').where('r.origin', '=', entry.origin).as('registered_origin'),
    selectOpenableId(db, sql.ref('sso_grants.user_id'), sql.ref('sso_grants.account_id')).as('openable_id'),
  ]),
)

function redemption(db: Db, entry: Placeholders<RedemptionValues>) {
  return db
    .updateTable('sso_grants')
    .set({ redeemed_at: nowMs })
    .where('token_hash', '=', entry.tokenHash)
    .where('redeemed_at', 'is', null)
    .where('burned_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('user_id', '=', entry.userId)
    .where((eb) => eb(eb.cast<string>('issued_at', 'text'), '=', entry.timestamp))
    .where('back_url', '=', entry.backUrl)
    .where('deep_path', '=', entry.deepPath)
    .where((eb) => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', entry.browserHash)]))
}

/** A redemption with all that comes of it; `origin` is null where the return address is the product itself. */
export type WholeRedemption = RedemptionValues & Omit<OpenSession, 'id'> & Readonly<{ sessionId: string }> & EventValues

/**
 * The same decision, where everything that the grant was made for holds and nothing stands in the way of a session: with
 * it come the session, its note in the launcher and the record. For a database that `changesSeveralTables`.
 * @returns whether this call was the one; if not, nothing has changed
 * @throws a violation of uniqueness where another session opened there at the same moment
 */
export async function redeemGrantWhole(db: Db, whole: WholeRedemption): Promise<boolean> {
  return (await wholeRedemption(db, whole)).length > 0
}

const wholeRedemption = prepared((db, whole: Placeholders<WholeRedemption>) =>
  db
    .with('redeemed', () =>
      redemption(db, whole)
        .where(isGoodFor(db, whole.origin))
        .where(sessionInStatement.condition(db, { browserHash: whole.browserHash, accountId: whole.accountId }))
        .returning('token_hash'),
    )
    .with('opened', () => sessionInStatement.part('redeemed', toSession(whole)))
    .with('noted', () => openedInsertForEach('redeemed', { userId: whole.userId, accountId: whole.accountId }))
    .with('recorded', () => eventInStatement.part('redeemed', whole))
    .selectFrom('redeemed')
    .select('token_hash'),
)

/** What {@link redeemGrant} has said of a grant in its row, as a condition. */
function isGoodFor(db: Db, origin: Placeholders<WholeRedemption>['origin']) {
  const key = db.selectFrom('api_keys as k').select('k.id').whereRef('k.id', '=', sql.ref('sso_grants.key_id'))
  const revoked = db
    .selectFrom('refresh_families as f')
    .select('f.id')
    .whereRef('f.id', '=', sql.ref('sso_grants.family_id'))
    .where('f.revoked_at', 'is not', null)
  const registered = db.selectFrom('return_addresses as r').select('r.origin').where('r.origin', '=', origin)
  const openable = selectOpenableId(db, sql.ref('sso_grants.user_id'), sql.ref('sso_grants.account_id'))
  return sql<SqlBool>`(
    (sso_grants.key_id is null or exists (${key.where(isActiveKey)}))
    and not exists (${revoked})
    and exists (${openable})
    and (cast(${origin} as text) is null or exists (${registered}))
  )`
}

function toSession(whole: Placeholders<WholeRedemption>): Placeholders<OpenSession> {
  const {
    sessionId: id,
    secretHash,
    masterId,
    userId,
    accountId,
    keyId,
    familyId,
    browserHash,
    locale,
    backUrl,
    deepPath,
  } = whole
  return { id, secretHash, masterId, userId, accountId, keyId, familyId, browserHash, locale, backUrl, deepPath }
}
