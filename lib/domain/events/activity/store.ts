import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type Condition, conditionsOf, toExpression } from '#lib/domain/events/activity/conditions-store.ts'
import type { EventFilter, EventPlace, Turn } from '#lib/domain/events/activity/event-filter.ts'
import { type AuditEvent, eventKinds, subjectKinds } from '#lib/foundation/audit/event.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

/** How many events of one condition are read to check the other conditions. Bounds the time of a page. */
export const scanLimit = 2_500

export type FoundEvents = Readonly<{
  events: readonly AuditEvent[]
  /** Where the search stopped at {@link scanLimit}; `undefined` if it did not. */
  stoppedAt: EventPlace | undefined
}>

/** The events older than `before`, newest first, or newer than `after`, oldest first; without either, the newest. */
export async function listEventsFrom(
  db: Db,
  filter: EventFilter,
  { turn, limit }: Readonly<{ turn: Turn; limit: number }>,
): Promise<FoundEvents> {
  const [found = everyEvent, ...others] = await conditionsOf(db, filter)
  const { order: indexOrder, max } = found.scan ?? { order: 'at', max: scanLimit }
  const isScanned = others.length > 0 || found.scan !== undefined
  const range = { filter, turn }
  const stop = isScanned && max !== Infinity ? await findStop(db, found, { range, max }) : undefined
  const order = orderOf(turn)
  const [first, ...more] = found.alternatives.map(({ indexed, also = eb.and([]) }) => {
    const events = selectRange(db, indexed, { ...range, stop }).selectAll()
    if (!isScanned) return events.where(also).orderBy('at', order).orderBy('id', order).limit(limit)
    // The inner limit keeps PostgreSQL from choosing the index of another condition by a wrong estimate.
    const scanned = events.orderBy(indexOrder, order).limit(sql.lit(Number.MAX_SAFE_INTEGER))
    return db
      .selectFrom(scanned.as('scanned'))
      .selectAll()
      .where(eb.and([also, ...others.map(toExpression)]))
      .orderBy('at', order)
      .orderBy('id', order)
      .limit(limit)
  })
  if (!first) throw new Error('a condition has at least one alternative')
  // Each branch is in the order of its index. `union` drops events that match two of them.
  const branches = more.reduce(
    (all, branch) => all.union(db.selectFrom(branch.as('branch')).selectAll()),
    db.selectFrom(first.as('branch')).selectAll(),
  )
  const rows = await (more.length === 0
    ? first
    : db.selectFrom(branches.as('events')).selectAll().orderBy('at', order).orderBy('id', order).limit(limit)
  ).execute()
  return { events: rows.map(toEvent), stoppedAt: stop === undefined ? undefined : placeBeyond(stop, turn) }
}

/** Whether any event is about this account or key, which may no longer exist. Reads one entry of an index. */
export async function isNamedByEvents(db: Db, column: 'account_id' | 'key_id', id: string): Promise<boolean> {
  const row = await db.selectFrom('audit_events').select('id').where(column, '=', id).limit(1).executeTakeFirst()
  return row !== undefined
}

const eb = expressionBuilder<Tables, 'audit_events'>()

const everyEvent: Condition = { alternatives: [{ indexed: eb.and([]) }] }

type Range = Readonly<{ filter: EventFilter; turn: Turn; stop?: number | undefined }>

/** The events of one alternative between two instants, both included where they bound a search. */
function selectRange(db: Db, indexed: Expression<SqlBool>, { filter: { since, until }, turn, stop }: Range) {
  const { before, after } = turn
  let query = db.selectFrom('audit_events').where(indexed)
  const from = Math.max(since ?? -Infinity, after?.at ?? -Infinity, (!after && stop) || -Infinity)
  if (from > -Infinity) query = query.where('at', '>=', from)
  if (until !== undefined) query = query.where('at', '<', until)
  const to = before?.at ?? (after && stop)
  if (to !== undefined) query = query.where('at', '<=', to)
  const place = after ?? before
  if (!place) return query
  return query.where(eb(eb.refTuple('at', 'id'), after ? '>' : '<', eb.tuple(place.at, place.id)))
}

/** The instant of the last event that may be read of any alternative; `undefined` if all may. Reads only an index. */
async function findStop(
  db: Db,
  { alternatives }: Condition,
  { range, max }: Readonly<{ range: Range; max: number }>,
): Promise<number | undefined> {
  const stops: number[] = []
  for (const { indexed } of alternatives) {
    const events = selectRange(db, indexed, range).select('at').orderBy('at', orderOf(range.turn))
    const last = await events
      .limit(1)
      .offset(max - 1)
      .executeTakeFirst()
    if (last) stops.push(last.at)
  }
  if (stops.length === 0) return undefined
  return range.turn.after ? Math.min(...stops) : Math.max(...stops)
}

/** The place after all events of that instant, for the next page in the same direction. */
function placeBeyond(at: number, { after }: Turn): EventPlace {
  // IDs start with "evt_".
  return { at, id: after ? 'z' : '0' }
}

function orderOf({ after }: Turn): 'asc' | 'desc' {
  return after ? 'asc' : 'desc'
}

const rowWords = z.object({
  kind: z.enum(eventKinds),
  actor_kind: z.enum(['person', 'operator', 'program', 'visitor']),
  subject_kind: z.enum(subjectKinds),
})
const detailsForm = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

function toEvent(row: Tables['audit_events']): AuditEvent {
  const words = rowWords.parse(row)
  return {
    id: row.id,
    at: row.at,
    kind: words.kind,
    actor: { kind: words.actor_kind, id: row.actor_id, name: row.actor_name },
    subject: { kind: words.subject_kind, id: row.subject_id, name: row.subject_name },
    accountId: row.account_id,
    address: row.address,
    requestId: row.request_id,
    details: detailsForm.parse(JSON.parse(row.details)),
  }
}
