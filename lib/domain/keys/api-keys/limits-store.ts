import { type Expression, type SqlBool, sql } from 'kysely'
import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { type Placeholders, prepared } from '#lib/foundation/db/prepared.ts'

/** Whether a stored limit names this word: its words are separated by spaces. */
function includes(column: string, word: Expression<string | null>) {
  const list = sql`' ' || ${sql.ref(column)} || ' '`
  const entry = sql`' ' || cast(${word} as text) || ' '`
  return sql<SqlBool>`replace(${list}, ${entry}, '') <> ${list}`
}

/** Whether the key `k` of a statement may return to this origin: `includesReturnAddress` in SQL. */
export function mayReturnTo(origin: Expression<string | null>) {
  return sql<SqlBool>`(k.return_addresses is null or cast(${origin} as text) is null
    or ${includes('k.return_addresses', origin)})`
}

const allowsSignIn = includes('k.scopes', sql.lit('sso' satisfies KeyScope))

/**
 * Whether the key `k` of a statement may open this account, by its scopes and accounts as they are now: `hasScope` and
 * `includesAccount` in SQL.
 */
export function mayOpenAccount(accountId: Expression<string>) {
  return sql<SqlBool>`(${allowsSignIn} and (k.account_ids is null or ${includes('k.account_ids', accountId)}))`
}

/** Whether an origin is registered and, unless the key is null, the key may return to it now. */
export async function isReturnAllowed(
  db: Db,
  { origin, keyId }: Readonly<{ origin: string; keyId: string | null }>,
): Promise<boolean> {
  const rows = await returnQuery(db, { origin, keyId })
  return rows.length > 0
}

const returnQuery = prepared((db, { origin, keyId }: Placeholders<{ origin: string; keyId: string | null }>) => {
  const key = db.selectFrom('api_keys as k').select('k.id').where('k.id', '=', keyId).where(mayReturnTo(origin))
  return db
    .selectFrom('return_addresses')
    .select('origin')
    .where('origin', '=', origin)
    .where(sql<SqlBool>`(cast(${keyId} as text) is null or exists ${key})`)
})
