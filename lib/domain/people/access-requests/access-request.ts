import type { EventKind, NewEvent } from '#lib/foundation/audit/event.ts'
import { dayMs } from '#lib/kernel/clock.ts'

export const maxReasonLength = 500
export const maxDecisionNoteLength = 500

/** More pending requests of one user are refused. */
export const maxPending = 10

/** A request is deleted this long after the decision, or after the request if there is none. */
export const accessRequestRetentionMs = 90 * dayMs

export type Decision = 'approved' | 'declined'

/** A request as its user sees it. */
export type AccessRequest = Readonly<{
  id: string
  /** As the user entered it: whether the account exists is not revealed. */
  accountId: string
  reason: string
  requestedAt: number
  decision: Decision | null
  decidedAt: number | null
  note: string | null
}>

/** A request as managers see it. */
export type ReviewedAccessRequest = AccessRequest &
  Readonly<{
    user: Readonly<{ id: string; name: string; username: string }>
    /** Null if no account has the ID. */
    accountName: string | null
    /** Null for the operator and without a decision. */
    decidedByName: string | null
  }>

/** Its subject is the user who requests access. */
export function accessRequestEvent(
  kind: Extract<EventKind, `access_request.${string}`>,
  user: Readonly<{ id: string; name: string }>,
  { accountId, text }: Readonly<{ accountId: string; text: string }>,
): NewEvent {
  const { id, name } = user
  const details = { account: accountId, ...(text !== '' && { note: text }) }
  return { kind, subject: { kind: 'user', id, name }, accountId, details }
}
