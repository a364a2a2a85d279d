import { findFirstKept, findHead } from '#lib/domain/events/journal/store.ts'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import { maxWebhooks } from '#lib/domain/events/webhooks/limits.ts'
import { type LostEvents, toLostEvents } from '#lib/domain/events/webhooks/lost-events.ts'
import { type WebhookInput, webhookSchema } from '#lib/domain/events/webhooks/schema.ts'
import { makeSigningSecret, sealSecret } from '#lib/domain/events/webhooks/signing-secret.ts'
import {
  deleteWebhook,
  findWebhookRow,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  updateTarget,
} from '#lib/domain/events/webhooks/store.ts'
import { type Webhook, webhookEvent } from '#lib/domain/events/webhooks/webhook.ts'
import type { WebhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import type { EventKind } from '#lib/foundation/audit/event.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isBlockedHost } from '#lib/kernel/allowed-addresses.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** The only time that the signing secret is shown. */
export type AddedWebhook = Readonly<{ id: string; url: string; secret: string }>

export type ListedWebhook = Webhook & Readonly<{ lost: LostEvents | null }>

/** All webhooks, oldest first: at most {@link maxWebhooks}. @throws Refusal `forbidden` */
export async function listWebhooks({ db }: Services, actor: Actor): Promise<readonly ListedWebhook[]> {
  requireManager(actor, 'webhooks:read')
  const firstKept = await findFirstKept(db)
  return (await listWebhookRows(db)).map((webhook) => ({ ...webhook, lost: toLostEvents(webhook, firstKept) ?? null }))
}

/** How many endpoints stopped by themselves and wait until someone resumes them. @throws Refusal `forbidden` */
export async function countStoppedWebhooks({ db }: Services, actor: Actor): Promise<number> {
  requireManager(actor, 'webhooks:read')
  return (await listWebhookRows(db)).filter(({ paused }) => paused && paused.reason !== 'manual').length
}

/** @throws Refusal `forbidden`, `not_found` */
export async function getWebhook({ db }: Services, actor: Actor, id: string): Promise<Webhook> {
  requireManager(actor, 'webhooks:read')
  return readWebhook(db, id)
}

/** @throws Refusal `not_found` */
export async function readWebhook(db: Db, id: string): Promise<Webhook> {
  const webhook = await findWebhookRow(db, id)
  if (!webhook) throw new Refusal('not_found')
  return webhook
}

/**
 * Adds an endpoint, which receives the events that are sealed from now on.
 * @throws Refusal `forbidden`, `confirmation_required`, `input_invalid`: `url` is `too_many` beyond {@link maxWebhooks}
 */
export async function addWebhook(services: Services, actor: Actor, input: WebhookInput): Promise<AddedWebhook> {
  const { secret, ...prepared } = await prepareWebhook(services, actor, input)
  await services.db.transaction().execute((trx) => insertPrepared(trx, actor, prepared))
  return { id: prepared.id, url: prepared.url, secret }
}

type PreparedWebhook = Target & Readonly<{ id: string; secretSealed: string; masterId: string }>

/** Authorizes, checks the input, and makes a secret. */
async function prepareWebhook(
  services: Services,
  actor: Actor,
  input: WebhookInput,
): Promise<PreparedWebhook & Readonly<{ secret: string }>> {
  requireManager(actor, 'webhooks:write')
  requireRecentConfirmation(actor, services.clock.now())
  const target = parseTarget(services, input)
  const secret = makeSigningSecret()
  const secretSealed = await sealSecret(services.keys, secret)
  return { ...target, id: randomId('whk'), secret, secretSealed, masterId: services.keys.current.id }
}

async function insertPrepared(trx: DbTransaction, actor: Actor, prepared: PreparedWebhook): Promise<void> {
  await takeLock(trx, 'webhooks')
  if ((await countRows(trx.selectFrom('webhooks'))) >= maxWebhooks) {
    throw new Refusal('input_invalid', { fields: { url: 'too_many' } })
  }
  const { seq: position } = await findHead(trx)
  await insertWebhook(trx, { ...prepared, createdBy: actorId(actor), position })
  await recordEvent(trx, actor, webhookEvent('webhook.added', prepared))
}

/**
 * Changes URL, texts and kinds, for the events that were not sent yet.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`, `input_invalid`
 */
export async function updateWebhook(
  services: Services,
  actor: Actor,
  { id, ...input }: WebhookInput & Readonly<{ id: string }>,
): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const target = parseTarget(services, input)
  await changeWebhook(services, id, (trx, former) => changeTarget(trx, actor, { former, target }))
}

/** Changes the target of a webhook that the caller, who authorizes, has locked. */
export async function changeTarget(
  trx: DbTransaction,
  actor: Actor,
  { former, target }: Readonly<{ former: Webhook; target: Target }>,
): Promise<void> {
  const { id } = former
  await updateTarget(trx, id, target)
  const formerOrigin = new URL(former.url).origin
  const details = {
    ...(formerOrigin !== new URL(target.url).origin && { formerOrigin }),
    ...webhookFields.toDetails(former, target),
  }
  await recordEvent(trx, actor, webhookEvent('webhook.updated', { id, url: target.url }, details))
}

/** Nothing more is sent, apart from an attempt that has begun. @throws Refusal like {@link updateWebhook} */
export async function removeWebhook(services: Services, actor: Actor, id: string): Promise<void> {
  requireManager(actor, 'webhooks:write')
  requireRecentConfirmation(actor, services.clock.now())
  await changeWebhook(services, id, async (trx, webhook) => {
    await deleteWebhook(trx, id)
    await recordEvent(trx, actor, webhookEvent('webhook.removed', webhook))
  })
}

/** Runs a change of a webhook that no one else changes meanwhile. @throws Refusal `not_found` */
export async function changeWebhook<T>(
  { db }: Services,
  id: string,
  change: (trx: DbTransaction, webhook: Webhook) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => change(trx, await holdWebhook(trx, id)))
}

/** Locks a webhook until the transaction ends. @throws Refusal `not_found` */
export async function holdWebhook(trx: DbTransaction, id: string): Promise<Webhook> {
  const webhook = await lockWebhook(trx, id)
  if (!webhook) throw new Refusal('not_found')
  return webhook
}

type Target = Readonly<{ url: string; kinds: EventKind[] | null }> & WebhookTexts

/**
 * Checks where events are sent. @throws Refusal `input_invalid`: `url` is `not_public` for an address that is blocked
 */
export function parseTarget({ env }: Services, input: WebhookInput): Target {
  const target = parseInput(webhookSchema, input)
  if (isBlockedHost(target.url, env.webhookNetworks)) {
    throw new Refusal('input_invalid', { fields: { url: 'not_public' } })
  }
  return target
}
