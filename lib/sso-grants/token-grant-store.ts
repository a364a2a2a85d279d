import { sql } from 'kysely'
import { selectOpenableId } from '#lib/accounts/openable-accounts-store.ts'
import { isActiveKey } from '#lib/api-keys/active-key.ts'
import { useNotedEveryMs } from '#lib/api-keys/api-key.ts'
import { type Db, nowMs } from '#lib/db/database.ts'
import { type Placeholders, prepared } from '#lib/db/prepared.ts'
import { defaultLocale, grantMs, maxLiveGrantsPerKey } from '#lib/sso-grants/sso-grant.ts'
import { liveGrants } from '#lib/sso-grants/store.ts'

/** What a grant is made of where an access token asks for it. */
export type TokenGrant = Readonly<{
  tokenHash: string
  userId: string
  keyId: string
  familyId: string
  /** The instants of the access token, in ms. */
  validFrom: number
  validUntil: number
  accountId: string
  backUrl: string
  /** The return address to look up; null where `backUrl` leads to the product itself. */
  origin: string | null
  deepPath: string | null
  locale: string | null
}>

/**
 * Makes a grant for the holder of an access token where everything is good at this one instant: the token in time, its
 * family, key and owner, the account and its opening by the owner, the return address, the number of live grants. It
 * asks for nothing that takes more than this statement: the key has no limits of its own, and its use was noted.
 * @returns when it was issued and where it leads; undefined where anything is in the way, be it for no reason to refuse
 */
export async function insertGrantOfToken(
  db: Db,
  grant: TokenGrant,
): Promise<{ issuedAt: number; deepPath: string } | undefined> {
  const [row] = await tokenGrantInsert(db, grant)
  return row && { issuedAt: row.issued_at, deepPath: row.deep_path }
}

const tokenGrantInsert = prepared((db, grant: Placeholders<TokenGrant>) =>
  db
    .insertInto('sso_grants')
    .columns([
      ...(['token_hash', 'user_id', 'account_id', 'key_id', 'family_id', 'back_url'] as const),
      ...(['deep_path', 'locale', 'issued_at', 'expires_at'] as const),
    ])
    .expression(
      db
        .selectFrom('refresh_families as f')
        .innerJoin('api_keys as k', 'k.id', 'f.key_id')
        .innerJoin('accounts as a', (join) => join.on('a.id', '=', grant.accountId))
        .select([grant.tokenHash.as('token_hash'), 'f.owner_id as user_id', 'a.id as account_id', 'k.id as key_id'])
        .select(['f.id as family_id', grant.backUrl.as('back_url')])
        .select(({ fn, ref }) => [
          fn.coalesce(grant.deepPath, ref('a.deep_path'), sql<string>`'/accounts/' || a.id`).as('deep_path'),
          fn.coalesce(grant.locale, ref('a.locale'), sql.lit(defaultLocale)).as('locale'),
        ])
        .select(({ eb }) => [nowMs.as('issued_at'), eb(nowMs, '+', grantMs).as('expires_at')])
        .where('f.id', '=', grant.familyId)
        .where('k.id', '=', grant.keyId)
        .where('f.owner_id', '=', grant.userId)
        .where('f.revoked_at', 'is', null)
        .where(isActiveKey)
        .where((eb) => eb(grant.validFrom, '<=', nowMs))
        .where((eb) => eb(grant.validUntil, '>', nowMs))
        .where('k.networks', 'is', null)
        .where('k.account_ids', 'is', null)
        .where('k.last_used_at', '>', sql<number>`${nowMs} - ${sql.lit(useNotedEveryMs)}`)
        // A deactivated user opens none.
        .where(({ exists }) => exists(selectOpenableId(db, grant.userId, grant.accountId)))
        .where(({ or, eb, exists, selectFrom, cast }) =>
          or([
            eb(cast<string | null>(grant.origin, 'text'), 'is', null),
            exists(selectFrom('return_addresses as r').select('r.origin').where('r.origin', '=', grant.origin)),
          ]),
        )
        .where(liveGrants(db, grant.keyId), '<', maxLiveGrantsPerKey),
    )
    .returning(['issued_at', 'deep_path']),
)
