import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the key `k` of a statement may return to this origin: `includesReturnAddress` in SQL. */
export function mayReturnTo(origin: Expression<string | null>) {
  const list = sql`' ' || k.return_addresses || ' '`
  const entry = sql`' ' || cast(${origin} as text) || ' '`
  return sql<SqlBool>`(k.return_addresses is null or cast(${origin} as text) is null or replace(${list}, ${entry}, '') <> ${list})`
}
