import type { SessionStory } from '#lib/domain/accounts/account-sessions/account-session.ts'
import type { GrantRecord } from '#lib/domain/links/sso-grants/receipts-store.ts'
import type { GrantState } from '#lib/domain/links/sso-grants/sso-grant.ts'

/**
 * `waiting`: for the user's answer, because another user has the account open. `blocked`: the user, account or key does
 * not allow the session now. `opened`: by a former version, which did not keep the session.
 */
export const receiptStates = [
  'issued',
  'expired',
  'invalidated',
  'opened',
  'waiting',
  'open',
  'blocked',
  'ended',
] as const

export const receiptSteps = [
  'issued',
  'prefetched',
  'refused',
  'expired',
  'opened',
  'asked',
  'confirmed',
  'kept',
  'session_ended',
] as const

/** How a session ended. */
export const sessionEndings = [
  'ended',
  'replaced',
  'signed_out',
  'too_many',
  'unused',
  'expired',
  'not_confirmed',
  'user_deactivated',
  'key_revoked',
  'key_narrowed',
  'family_revoked',
] as const

type ReceiptState = (typeof receiptStates)[number]

/** One step of the story. `network` and `reason` are null where they say nothing. */
export type ReceiptStep = Readonly<{
  step: (typeof receiptSteps)[number]
  at: number
  network: string | null
  reason: string | null
}>

/** What became of a grant, in the order of time. */
export type GrantReceipt = Readonly<{
  grantId: string
  accountId: string
  userId: string
  keyId: string | null
  state: ReceiptState
  steps: readonly ReceiptStep[]
}>

/** The session that a grant opened. `isBlocked`: its user, account, key or family does not allow it now. */
type OpenedSession = SessionStory & Readonly<{ isBlocked: boolean }>

export function toReceipt(grantId: string, grant: GrantRecord, session: OpenedSession | undefined): GrantReceipt {
  const { accountId, userId, keyId } = grant
  const { state, steps } = session ? tellSession(session) : { state: withoutSession[grant.state], steps: [] }
  const all = [...grantSteps(grant, state), ...steps].toSorted((one, other) => one.at - other.at)
  return { grantId, accountId, userId, keyId, state, steps: all }
}

const withoutSession: Readonly<Record<GrantState, ReceiptState>> = {
  live: 'issued',
  redeemed: 'opened',
  invalidated: 'invalidated',
  expired: 'expired',
}

function grantSteps(grant: GrantRecord, state: ReceiptState): ReceiptStep[] {
  const { issuedAt, prefetchedAt, prefetchedFrom, refusedAt, refusedFrom, refusedReason, openedAt, openedFrom } = grant
  return [
    toStep('issued', issuedAt),
    ...(prefetchedAt === null ? [] : [toStep('prefetched', prefetchedAt, { network: prefetchedFrom })]),
    ...(state === 'expired' ? [toStep('expired', grant.expiresAt)] : []),
    ...(openedAt === null ? [] : [toStep('opened', openedAt, { network: openedFrom })]),
    ...(refusedAt === null ? [] : [toStep('refused', refusedAt, { network: refusedFrom, reason: refusedReason })]),
  ]
}

function tellSession(story: OpenedSession): Pick<GrantReceipt, 'state' | 'steps'> {
  const { session, pendingUntil, confirmedAt, isBlocked } = story
  const asked = pendingUntil === null && confirmedAt === null ? [] : [toStep('asked', session.createdAt)]
  const confirmed = confirmedAt === null ? [] : [toStep('confirmed', confirmedAt)]
  const end = findEnd(story)
  if (end) return { state: 'ended', steps: [...asked, ...confirmed, end] }
  const state = isBlocked ? 'blocked' : pendingUntil === null ? 'open' : 'waiting'
  return { state, steps: [...asked, ...confirmed] }
}

function findEnd({ session, state, pendingUntil, endedAt, endReason }: SessionStory): ReceiptStep | undefined {
  if (endedAt !== null) {
    return endReason === 'discarded' ? toStep('kept', endedAt) : toStep('session_ended', endedAt, { reason: endReason })
  }
  if (state !== 'expired') return undefined
  if (pendingUntil !== null) return toStep('session_ended', pendingUntil, { reason: 'not_confirmed' })
  const reason = session.endsAt < session.expiresAt ? 'unused' : 'expired'
  return toStep('session_ended', session.endsAt, { reason })
}

function toStep(
  step: ReceiptStep['step'],
  at: number,
  { network = null, reason = null }: Partial<Pick<ReceiptStep, 'network' | 'reason'>> = {},
): ReceiptStep {
  return { step, at, network, reason }
}
