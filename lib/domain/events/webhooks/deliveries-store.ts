import { type Selectable, sql } from 'kysely'
import type { SealedSecrets } from '#lib/domain/events/webhooks/signing-secret.ts'
import { toKinds } from '#lib/domain/events/webhooks/store.ts'
import {
  type Delivery,
  deliveryProblems,
  deliveryRetentionMs,
  maxFailingMs,
  type Outcome,
  type PauseReason,
  webhookRetryDelayMs,
} from '#lib/domain/events/webhooks/webhook.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { timedId } from '#lib/kernel/crypto.ts'

/** Longer than an attempt takes. A claim that isn't renewed for so long belongs to a process that ended. */
export const claimMs = 30 * secondMs

/** What the sender needs to know of a webhook, as of now. */
export type Endpoint = SealedSecrets &
  Readonly<{ id: string; url: string; kinds: readonly EventKind[] | null; position: number; attempts: number }>

/** A webhook in the hands of one process, at the position from which it goes on. */
export type Claim = Readonly<{ id: string; holder: string; position: number }>

// A claim that ends much later than it could was set by a wrong clock. Not one that ends a little later: a statement
// that waited for this row still sees the time at which it began.
const isDue = sql<boolean>`paused_at is null
  and (next_attempt_at is null or next_attempt_at <= ${nowMs})
  and (claimed_until is null or claimed_until <= ${nowMs} or claimed_until > ${nowMs} + ${sql.lit(2 * claimMs)})`

/** The webhooks that no process sends to now, and whose next entry is in the journal. */
export async function listDueWebhooks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where(isDue)
    .where('position', '<', (eb) => eb.selectFrom('journal_entries').select((each) => each.fn.max('seq').as('head')))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Of several processes that claim a webhook, one gets it. @returns undefined unless it is due and free */
export async function claimWebhook(db: Db, id: string, holder: string): Promise<Endpoint | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set({ claimed_by: holder, claimed_until: sql<number>`${nowMs} + ${claimMs}` })
    .where('id', '=', id)
    .where(isDue)
    .returningAll()
    .executeTakeFirst()
  return row && toEndpoint(row)
}

/**
 * Holds the claim for another {@link claimMs}.
 * @returns the webhook as of now; undefined if it was paused, replayed or removed, or another process has claimed it
 */
export async function renewClaim(db: Db, claim: Claim): Promise<Endpoint | undefined> {
  const row = await ownUpdate(db, claim)
    .set({ claimed_until: sql<number>`${nowMs} + ${claimMs}` })
    .where('claimed_until', '>', nowMs)
    .where('paused_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toEndpoint(row)
}

export async function releaseWebhook(db: Db, { id, holder }: Pick<Claim, 'id' | 'holder'>): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .execute()
}

/** Everything up to `to` was sent, or isn't wanted. @returns false as {@link renewClaim}, apart from a pause */
export async function advance(db: Db, claim: Claim, to: number): Promise<boolean> {
  const row = await ownUpdate(db, claim)
    .set({ position: to, attempts: 0, first_failed_at: null, next_attempt_at: null })
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The next event was not taken: it is sent again later.
 * @returns undefined as {@link renewClaim}; otherwise whether it has failed for {@link maxFailingMs}
 */
export async function postponeWebhook(
  db: Db,
  claim: Claim,
  attempts: number,
): Promise<{ isOver: boolean } | undefined> {
  const row = await ownUpdate(db, claim)
    .set({
      attempts,
      first_failed_at: sql<number>`coalesce(first_failed_at, ${nowMs})`,
      next_attempt_at: sql<number>`${nowMs} + ${webhookRetryDelayMs(attempts)}`,
    })
    .returning(sql<boolean | number>`first_failed_at <= ${nowMs} - ${sql.lit(maxFailingMs)}`.as('isOver'))
    .executeTakeFirst()
  return row && { isOver: Boolean(row.isOver) }
}

/** Pauses the webhook of a claim. @returns false as {@link renewClaim} */
export async function pauseClaimed(trx: DbTransaction, claim: Claim, reason: PauseReason): Promise<boolean> {
  const row = await ownUpdate(trx, claim)
    .set({ paused_at: nowMs, paused_reason: reason })
    .where('paused_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A replay or a manager's pause has changed the position or the state since: then nothing matches. */
function ownUpdate(db: Db, { id, holder, position }: Claim) {
  return db
    .updateTable('webhooks')
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .where('position', '=', position)
}

type Attempt = Readonly<{ webhookId: string; seq: number | null; messageId: string; kind: string; outcome: Outcome }>

export async function insertDelivery(db: Db, attempt: Attempt): Promise<void> {
  const { webhookId, seq, messageId, kind, outcome } = attempt
  const { status, problem, answer, durationMs } = outcome
  await db
    .insertInto('webhook_deliveries')
    .values({
      id: timedId('dlv'),
      webhook_id: webhookId,
      seq,
      message_id: messageId,
      kind,
      at: nowMs,
      duration_ms: durationMs,
      status,
      reason: problem,
      answer,
    })
    .execute()
}

/** The last attempts, newest first. */
export async function listDeliveries(db: Db, webhookId: string, limit: number): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, seq, message_id, kind, at, duration_ms, status, reason, answer }) => ({
    id,
    seq,
    messageId: message_id,
    kind,
    at,
    durationMs: duration_ms,
    status,
    answer,
    problem: deliveryProblems.find((known) => known === reason) ?? null,
  }))
}

/** How many events after its position a webhook wants, up to `max`. */
export async function countWaiting(
  db: Db,
  { position, kinds }: Pick<Endpoint, 'position' | 'kinds'>,
  max: number,
): Promise<number> {
  const waiting = db
    .selectFrom('journal_entries')
    .innerJoin('audit_events', 'audit_events.id', 'journal_entries.event_id')
    .select('journal_entries.seq')
    .where('journal_entries.seq', '>', position)
    .$if(kinds !== null, (query) => query.where('audit_events.kind', 'in', kinds ?? []))
    .limit(max)
  return countRows(db.selectFrom(waiting.as('waiting')))
}

/** How many tests were sent since `ageMs` ago. */
export async function countTests(db: Db, webhookId: string, ageMs: number): Promise<number> {
  const tests = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('at', '>', sql<number>`${nowMs} - ${ageMs}`)
    .where('seq', 'is', null)
  return countRows(tests)
}

export function deleteOldDeliveries(db: Db, limit: number): Promise<number> {
  const old = { instant: sql`at`, retentionMs: deliveryRetentionMs }
  return deleteOldest(db, 'webhook_deliveries', { ...old, limit })
}

function toEndpoint(row: Selectable<Tables['webhooks']>): Endpoint {
  return {
    id: row.id,
    url: row.url,
    kinds: toKinds(row.kinds),
    position: row.position,
    attempts: row.attempts,
    secretSealed: row.secret_sealed,
    formerSealed: row.former_sealed,
    masterId: row.master_id,
  }
}
