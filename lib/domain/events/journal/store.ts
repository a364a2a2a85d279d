import { sql } from 'kysely'
import { emptyJournal, type JournalEntry, type JournalHead } from '#lib/domain/events/journal/chain.ts'
import { type JournalEvent, readIssuerChange, toJournalEvent } from '#lib/domain/events/journal/journal-event.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import { deleteEventsUpTo } from '#lib/foundation/audit/store.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'

export async function findHead(db: Db): Promise<JournalHead> {
  const head = await db.selectFrom('journal_entries').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).execute()
  return head[0] ?? emptyJournal
}

/**
 * The oldest events without an entry, and the head, as of one instant: if the head is still the same when they are
 * sealed, no event is sealed twice.
 */
export async function findUnsealed(
  db: Db,
  limit: number,
): Promise<Readonly<{ head: JournalHead; events: readonly JournalEvent[] }>> {
  const rows = await db
    .selectFrom('unsealed_events')
    .innerJoin('audit_events', 'audit_events.id', 'unsealed_events.event_id')
    .leftJoin(
      (eb) => eb.selectFrom('journal_entries').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).as('head'),
      (join) => join.onTrue(),
    )
    .selectAll('audit_events')
    .select(['head.seq', 'head.hash'])
    .orderBy('unsealed_events.at')
    .orderBy('unsealed_events.event_id')
    .limit(limit)
    .execute()
  const [first] = rows
  const head = first && first.seq !== null && first.hash !== null ? { seq: first.seq, hash: first.hash } : emptyJournal
  return { head, events: rows.map(toJournalEvent) }
}

/** Beyond it, counting would take longer than a scrape may. */
const maxBacklog = 10_000

/** How many events have no entry yet, up to 10 000, and the age of the oldest. */
export async function measureBacklog(db: Db): Promise<Readonly<{ count: number; ageMs: number }>> {
  const { count, oldest, now } = await db
    .selectFrom((eb) => eb.selectFrom('unsealed_events').select('at').orderBy('at').limit(maxBacklog).as('waiting'))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('at').as('oldest')])
    .select(nowMs.as('now'))
    .executeTakeFirstOrThrow()
  // An event of a statement that began later than this one may be a moment newer.
  return { count, ageMs: oldest === null ? 0 : Math.max(0, now - oldest) }
}

/** Adds entries after the head, whose events are no longer unsealed. The caller holds the lock. */
export async function appendEntries(trx: DbTransaction, entries: readonly JournalEntry<JournalEvent>[]): Promise<void> {
  const rows = entries.map(({ seq, hash, event }) => ({ seq, event_id: event.id, hash }))
  await trx.insertInto('journal_entries').values(rows).execute()
  const ids = entries.map(({ event }) => event.id)
  // Of the table's key, the instant comes first.
  const instants = entries.map(({ event: { at } }) => (typeof at === 'number' ? at : Date.parse(at)))
  await trx
    .deleteFrom('unsealed_events')
    .where('at', '>=', Math.min(...instants))
    .where('at', '<=', Math.max(...instants))
    .where('event_id', 'in', ids)
    .execute()
}

/** Makes the events without an entry, and no others, wait for the sealer. */
export async function resetUnsealed(trx: DbTransaction): Promise<void> {
  const sealed = trx.selectFrom('journal_entries').select('event_id')
  await trx.deleteFrom('unsealed_events').where('event_id', 'in', sealed).execute()
  // A set operation takes one pass on both engines, where `not in` takes one per event on PostgreSQL.
  const missing = trx
    .selectFrom('audit_events')
    .select('id')
    .except(trx.selectFrom('journal_entries').select('event_id as id'))
    .except(trx.selectFrom('unsealed_events').select('event_id as id'))
  await trx
    .insertInto('unsealed_events')
    .columns(['at', 'event_id'])
    .expression((eb) => eb.selectFrom('audit_events').select(['at', 'id']).where('id', 'in', missing))
    .execute()
}

/**
 * An event that neither has an entry nor waits for one: the trigger didn't see it. As of one instant, while others
 * seal.
 */
export async function findPlantedEvent(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_events')
    .select('id')
    .except(db.selectFrom('journal_entries').select('event_id as id'))
    .except(db.selectFrom('unsealed_events').select('event_id as id'))
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** What the newest change of the issuer in the journal changed it to; undefined if nothing did. */
export async function findNewestIssuer(db: Db): Promise<string | undefined> {
  const [newest] = await db
    .selectFrom('audit_events')
    .innerJoin('journal_entries', 'journal_entries.event_id', 'audit_events.id')
    .selectAll('audit_events')
    .where('kind', '=', 'database.issuer_changed')
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  return newest && readIssuerChange(toJournalEvent(newest))?.issuer
}

type Kinds = readonly EventKind[] | undefined

/** Entries with their events, in order, of these kinds or of all. `event`: null if its row is missing. */
export async function listEntries(
  db: Db,
  { after, to = Number.MAX_SAFE_INTEGER, kinds }: Readonly<{ after: number; to?: number; kinds?: Kinds }>,
  limit: number,
): Promise<JournalEntry<JournalEvent | null>[]> {
  const rows = await db
    .selectFrom('journal_entries')
    .leftJoin('audit_events', 'audit_events.id', 'journal_entries.event_id')
    .selectAll('audit_events')
    .select(['journal_entries.seq', 'journal_entries.hash'])
    .where('journal_entries.seq', '>', after)
    .where('journal_entries.seq', '<=', to)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .orderBy('journal_entries.seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, hash, ...row }) => ({
    seq,
    hash,
    event: row.id === null ? null : toJournalEvent(row as Tables['audit_events']),
  }))
}

/** The entry with this number; the empty journal for 0. */
export async function findEntry(db: Db, seq: number): Promise<JournalHead | undefined> {
  if (seq === 0) return emptyJournal
  return db.selectFrom('journal_entries').select(['seq', 'hash']).where('seq', '=', seq).executeTakeFirst()
}

/** The issuer before this entry, if it or a later one changed the issuer. */
export async function findFormerIssuer(db: Db, seq: number): Promise<string | undefined> {
  const [next] = await db
    .selectFrom('audit_events')
    .innerJoin('journal_entries', 'journal_entries.event_id', 'audit_events.id')
    .selectAll('audit_events')
    .where('kind', '=', 'database.issuer_changed')
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(1)
    .execute()
  return next && readIssuerChange(toJournalEvent(next))?.former
}

/** The number of the oldest entry; undefined if there is none. */
export async function findFirstSeq(db: Db): Promise<number | undefined> {
  const [first] = await db.selectFrom('journal_entries').select('seq').orderBy('seq').limit(1).execute()
  return first?.seq
}

/** The number of the oldest event that is kept, or of the next one. The first entry may have lost its event. */
export async function findFirstKept(db: Db): Promise<number> {
  const [oldest] = await listEntries(db, { after: 0 }, 1)
  if (!oldest) return 1
  return oldest.event === null ? oldest.seq + 1 : oldest.seq
}

export type Checkpoint = Readonly<{ seq: number; token: string }>

/** Of several checkpoints of one entry, the first one stays. */
export async function insertCheckpoint(
  db: Db,
  { seq, token }: Checkpoint,
  key: Readonly<{ id: string; publicJwk: object }>,
): Promise<void> {
  await db
    .insertInto('journal_keys')
    .values({ id: key.id, public_jwk: JSON.stringify(key.publicJwk) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('journal_checkpoints')
    .values({ seq, token, created_at: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findNewestCheckpoint(db: Db): Promise<(Checkpoint & Readonly<{ ageMs: number }>) | undefined> {
  return db
    .selectFrom('journal_checkpoints')
    .select((eb) => ['seq', 'token', sql<number>`${nowMs} - ${eb.ref('created_at')}`.as('ageMs')])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** In order, with the first and the last included. */
export async function listCheckpoints(db: Db, from: number, to: number): Promise<Checkpoint[]> {
  return db
    .selectFrom('journal_checkpoints')
    .select(['seq', 'token'])
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute()
}

/** The public keys of all checkpoints, as JSON: a key set lists only those whose tokens may be valid. */
export async function listCheckpointKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('journal_keys').select('public_jwk').orderBy('id').execute()
  return rows.map((row) => row.public_jwk)
}

/**
 * Deletes the oldest events that were sealed and are at least `retentionMs` old: a prefix of the journal. Its last
 * entry stays without its event, so that the next hash can be verified.
 * @returns how many events
 */
export async function deleteOldPrefix(trx: DbTransaction, retentionMs: number, limit: number): Promise<number> {
  const rows = await trx
    .selectFrom('journal_entries')
    .leftJoin('audit_events', 'audit_events.id', 'journal_entries.event_id')
    .select([
      'journal_entries.seq',
      sql<boolean | number>`coalesce(at > ${nowMs} - ${retentionMs}, false)`.as('isKept'),
    ])
    .orderBy('journal_entries.seq')
    // The entry that has lost its event does not count.
    .limit(limit + 1)
    .execute()
  const end = rows.findIndex((row) => Boolean(row.isKept))
  const last = rows.at(end === -1 ? rows.length - 1 : end - 1)
  if (!last || end === 0) return 0
  const deleted = await deleteEventsUpTo(trx, last.seq)
  await trx.deleteFrom('journal_entries').where('seq', '<', last.seq).execute()
  await trx.deleteFrom('journal_checkpoints').where('seq', '<', last.seq).execute()
  return deleted
}
