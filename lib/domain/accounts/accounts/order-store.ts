import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AccountOrder, type AccountSort, byNameAscending } from '#lib/domain/accounts/accounts/account.ts'

/** What an order compares. Each ends with the ID, so that no two accounts are equal, and has an index. */
const sortColumns = {
  name: ['search_text', 'id'],
  id: ['id'],
  created: ['created_at', 'id'],
  opened: ['last_opened_at', 'id'],
} as const satisfies Record<AccountSort, readonly string[]>

/** The order of the accounts `a`. */
export function accountOrder({ by, descending }: AccountOrder = byNameAscending): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql.join(sortColumns[by].map((column) => sql`${sql.ref(`a.${column}`)} ${direction}`))
}

/** Whether the account `a` comes after the one with this ID. */
export function followsInOrder(after: string, { by, descending }: AccountOrder = byNameAscending): RawBuilder<SqlBool> {
  const columnsOf = (table: string) => sql.join(sortColumns[by].map((column) => sql.ref(`${table}.${column}`)))
  const relation = sql.raw(descending ? '<' : '>')
  return sql<SqlBool>`(${columnsOf('a')}) ${relation} (select ${columnsOf('c')} from accounts as c where c.id = ${after})`
}
