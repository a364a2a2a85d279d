import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { type EventFilter, kindsOf } from '#lib/domain/events/activity/event-filter.ts'
import { findNetworkCondition } from '#lib/domain/events/activity/network-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** What an index finds, and what its rows must also be. */
export type Alternative = Readonly<{ indexed: Expression<SqlBool>; also?: Expression<SqlBool> }>

/** A condition of a filter: one of its alternatives. The index of each is in the order of time. */
export type Condition = Readonly<{
  alternatives: readonly Alternative[]
  /** If the index has another order, or finds other events too: its order, and how many of its events are read. */
  scan?: Readonly<{ order: 'at' | 'address_key'; max: number }>
}>

const eb = expressionBuilder<Tables, 'audit_events'>()

/** The filter's conditions, the most selective first. */
export async function conditionsOf(db: Db, filter: EventFilter): Promise<readonly Condition[]> {
  const { keyId, accountId, userId, network, kind } = filter
  const conditions: Condition[] = []
  if (keyId !== undefined) conditions.push(oneOf([{ indexed: eb('key_id', '=', keyId) }]))
  if (accountId !== undefined) conditions.push(oneOf([{ indexed: eb('account_id', '=', accountId) }]))
  if (userId !== undefined) {
    conditions.push(
      oneOf([
        { indexed: eb('actor_id', '=', userId) },
        { indexed: eb('subject_id', '=', userId), also: eb('subject_kind', '=', 'user') },
      ]),
    )
  }
  const from = network === undefined ? undefined : await findNetworkCondition(db, network)
  if (from && !from.scan) conditions.push(from)
  if (kind !== undefined) conditions.push(oneOf(kindsOf(kind).map((one) => ({ indexed: eb('kind', '=', one) }))))
  if (!from?.scan) return conditions
  return from.scan.order === 'at' ? [...conditions, from] : [from, ...conditions]
}

/** Matches an event that {@link Condition.alternatives} match. */
export function toExpression({ alternatives }: Condition): Expression<SqlBool> {
  return eb.or(alternatives.map(({ indexed, also }) => (also ? eb.and([indexed, also]) : indexed)))
}

function oneOf(alternatives: readonly Alternative[]): Condition {
  return { alternatives }
}
