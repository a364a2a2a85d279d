import { sql } from 'kysely'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import type { SealedSecrets } from '#lib/domain/events/webhooks/signing-secret.ts'
import { type PauseReason, pauseReasons, type Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import type { WebhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { type EventKind, eventKinds } from '#lib/foundation/audit/event.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'

type Target = Readonly<{ url: string; kinds: readonly EventKind[] | null }> & WebhookTexts
type NewWebhook = Target &
  Readonly<{ id: string; createdBy: string; position: number; secretSealed: string; masterId: string }>

export async function insertWebhook(db: Db, webhook: NewWebhook): Promise<void> {
  const { id, url, kinds, createdBy, position, secretSealed, masterId } = webhook
  await db
    .insertInto('webhooks')
    .values({
      id,
      url,
      position,
      kinds: kinds?.join(' ') ?? null,
      created_at: nowMs,
      created_by: createdBy,
      ...webhookFields.perColumn((field) => webhook[field]),
      secret_sealed: secretSealed,
      secret_created_at: nowMs,
      secret_created_by: createdBy,
      former_sealed: null,
      master_id: masterId,
    })
    .execute()
}

/** Another URL is tried at once, and its failures are counted from the start. */
export async function updateTarget(db: Db, id: string, { url, kinds, ...texts }: Target): Promise<void> {
  const keptForUrl = <Column extends 'attempts' | 'first_failed_at' | 'next_attempt_at'>(
    column: Column,
    otherwise: number | null,
  ) => sql<number>`case when url = ${url} then ${sql.ref(column)} else ${sql.lit(otherwise)} end`
  await db
    .updateTable('webhooks')
    .set({
      attempts: keptForUrl('attempts', 0),
      first_failed_at: keptForUrl('first_failed_at', null),
      next_attempt_at: keptForUrl('next_attempt_at', null),
      url,
      kinds: kinds?.join(' ') ?? null,
      ...webhookFields.perColumn((field) => texts[field]),
    })
    .where('id', '=', id)
    .execute()
}

/** Its past attempts follow within their retention: they may be too many for one statement. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** @returns false if it is paused already */
export async function setPaused(db: Db, id: string, reason: PauseReason): Promise<boolean> {
  const row = await db
    .updateTable('webhooks')
    .set({ paused_at: nowMs, paused_reason: reason })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const withoutFailures = { attempts: 0, first_failed_at: null, next_attempt_at: null }

/** The next event is sent at once. @returns false if it is not paused */
export async function setResumed(db: Db, id: string, position: number): Promise<boolean> {
  const row = await db
    .updateTable('webhooks')
    .set({ ...withoutFailures, position, paused_at: null, paused_reason: null })
    .where('id', '=', id)
    .where('paused_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The event after this position is sent next, at once unless it is paused. */
export async function setPosition(db: Db, id: string, position: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ ...withoutFailures, position })
    .where('id', '=', id)
    .execute()
}

/** The secrets as they are stored. */
export async function findSecrets(db: Db, id: string): Promise<SealedSecrets | undefined> {
  return db
    .selectFrom('webhooks')
    .select(['secret_sealed as secretSealed', 'former_sealed as formerSealed', 'master_id as masterId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * @param createdBy who sees the new secret; omitted if it is the same one under another master secret
 * @returns false if the secrets have changed since `before` was read
 */
export async function replaceSecrets(
  db: Db,
  id: string,
  { before, after, createdBy }: Readonly<{ before: SealedSecrets; after: SealedSecrets; createdBy?: string }>,
): Promise<boolean> {
  const row = await db
    .updateTable('webhooks')
    .set({
      secret_sealed: after.secretSealed,
      former_sealed: after.formerSealed,
      master_id: after.masterId,
      ...(createdBy !== undefined && { secret_created_at: nowMs, secret_created_by: createdBy }),
    })
    .where('id', '=', id)
    .where('secret_sealed', '=', before.secretSealed)
    .where('former_sealed', before.formerSealed === null ? 'is' : '=', before.formerSealed)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if there was none */
export async function deleteFormerSecret(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('webhooks')
    .set({ former_sealed: null })
    .where('id', '=', id)
    .where('former_sealed', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** IDs of the webhooks whose secrets are sealed under another master secret. */
export async function listOfOtherMaster(db: Db, masterId: string): Promise<string[]> {
  const rows = await db.selectFrom('webhooks').select('id').where('master_id', '<>', masterId).execute()
  return rows.map(({ id }) => id)
}

/** Where events go, and the secret that receivers expect. */
export type ActiveTarget = Readonly<{ id: string; url: string; secretSealed: string }>

/** The webhooks that are not paused. */
export async function listActiveTargets(db: Db): Promise<ActiveTarget[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret_sealed as secretSealed'])
    .where('paused_at', 'is', null)
    .execute()
}

/** In the order in which they were added. */
export async function listWebhookRows(db: Db): Promise<Webhook[]> {
  const rows = await webhookQuery(db).orderBy('webhooks.created_at').orderBy('webhooks.id').execute()
  return rows.map(toWebhook)
}

export async function findWebhookRow(db: Db, id: string): Promise<Webhook | undefined> {
  const row = await webhookQuery(db).where('webhooks.id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

/** Holds the webhook until the transaction ends, so that it isn't changed in between. */
export async function lockWebhook(trx: DbTransaction, id: string): Promise<Webhook | undefined> {
  await trx
    .updateTable('webhooks')
    .set((eb) => ({ position: eb.ref('position') }))
    .where('id', '=', id)
    .execute()
  return findWebhookRow(trx, id)
}

function webhookQuery(db: Db) {
  return db
    .selectFrom('webhooks')
    .leftJoin('users', 'users.id', 'webhooks.created_by')
    .select(['webhooks.id', 'webhooks.url', 'webhooks.kinds', 'webhooks.created_at'])
    .select(webhookFields.columns.map((column) => `webhooks.${column}` as const))
    .select(['webhooks.secret_created_at', 'webhooks.former_sealed', 'webhooks.position', 'webhooks.attempts'])
    .select(['webhooks.first_failed_at', 'webhooks.next_attempt_at', 'webhooks.paused_at', 'webhooks.paused_reason'])
    .select('users.name as created_by_name')
}

type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhookQuery>['executeTakeFirstOrThrow']>>

function toWebhook(row: WebhookRow): Webhook {
  const reason = pauseReasons.find((known) => known === row.paused_reason) ?? 'manual'
  return {
    id: row.id,
    url: row.url,
    ...webhookFields.perField((_, field) => row[field]),
    kinds: toKinds(row.kinds),
    createdAt: row.created_at,
    createdByName: row.created_by_name ?? undefined,
    secretCreatedAt: row.secret_created_at,
    hasFormerSecret: row.former_sealed !== null,
    position: row.position,
    paused: row.paused_at === null ? null : { at: row.paused_at, reason },
    attempts: row.attempts,
    firstFailedAt: row.first_failed_at,
    nextAttemptAt: row.next_attempt_at,
  }
}

export function toKinds(text: string | null): EventKind[] | null {
  return text === null ? null : eventKinds.filter((kind) => text.split(' ').includes(kind))
}
