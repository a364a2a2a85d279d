import type { WebhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'
import { requestProblems } from '#lib/kernel/checked-request.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'

/** Waiting events are counted exactly below this number. */
export const maxWaiting = 1_000

/**
 * Why nothing is sent. `failing`: no attempt succeeded for {@link maxFailingMs}; `gone`: the endpoint answered 410;
 * `events_lost`: the next events were deleted before they were sent; `restored`: the database was restored, and the
 * endpoint may have been removed or changed since the backup.
 */
export const pauseReasons = ['manual', 'failing', 'gone', 'events_lost', 'restored'] as const

export type PauseReason = (typeof pauseReasons)[number]

/** A webhook without its secrets. */
export type Webhook = Readonly<{
  id: string
  url: string
  /** Null for all kinds, also future ones. */
  kinds: readonly EventKind[] | null
  createdAt: number
  /** Undefined if it was added via CLI. */
  createdByName: string | undefined
  secretCreatedAt: number
  /** Whether the secret before the last rotation still signs, too. */
  hasFormerSecret: boolean
  /** The number of the last journal entry that it was sent, or that it does not want. */
  position: number
  paused: Readonly<{ at: number; reason: PauseReason }> | null
  /** Failed attempts to send the next event, and the time of the first one and of the next one. */
  attempts: number
  firstFailedAt: number | null
  nextAttemptAt: number | null
}> &
  WebhookTexts

/** How an attempt failed if not by its status. `stopped`: by the end of the process, which is no failure. */
export const deliveryProblems = [...requestProblems, 'unreadable_secret', 'stopped'] as const

export type DeliveryProblem = (typeof deliveryProblems)[number]

/** The result of one attempt. `answer`: the start of the response's body. */
export type Outcome = Readonly<{
  status: number | null
  problem: DeliveryProblem | null
  answer: string
  durationMs: number
}>

/** A past attempt. `seq`: null for a test. */
export type Delivery = Outcome &
  Readonly<{ id: string; seq: number | null; messageId: string; kind: string; at: number }>

/** How long past attempts are kept. */
export const deliveryRetentionMs = 30 * dayMs

const retryDelaysMs = [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs]

/** How long to wait after this many failed attempts, in ms. */
export function webhookRetryDelayMs(attempts: number): number {
  return retryDelaysMs[attempts - 1] ?? hourMs
}

/** An endpoint that fails for so long is paused. */
export const maxFailingMs = 3 * dayMs

export function isDelivered({ status, problem }: Pick<Outcome, 'status' | 'problem'>): boolean {
  return problem === null && status !== null && status >= 200 && status < 300
}

type WebhookEventKind = Extract<EventKind, `webhook.${string}`>

/** Its name is the origin: a path or a query may hold a token. */
export function webhookEvent(
  kind: WebhookEventKind,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  details: NonNullable<NewEvent['details']> = {},
): NewEvent {
  return { kind, subject: { kind: 'webhook', id, name: new URL(url).origin }, details }
}
