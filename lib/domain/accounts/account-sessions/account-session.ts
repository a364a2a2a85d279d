import { accountEvent } from '#lib/domain/accounts/accounts/account.ts'
import type { NewEvent } from '#lib/foundation/audit/event.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

// docs/protocol.md, section 6
/** A session ends when it is unused for this long. */
export const idleMs = 30 * minuteMs
/** A session ends after this long in any case. */
export const absoluteMs = 8 * hourMs
/** How long the user may take to decide whether a session replaces another user's. */
export const pendingMs = 5 * minuteMs
/** `last_seen_at` is written this often. */
export const lastSeenIntervalMs = minuteMs
export const maxSessionsPerBrowser = 50

/** One user in one account, in one browser: what a redeemed grant opens. */
export type SessionTarget = Readonly<{
  userId: string
  accountId: string
  /** Null for a launch from the portal. */
  keyId: string | null
  /** The refresh token family whose access token the client used; null for a launch. */
  familyId: string | null
  browserHash: string
  locale: string
  backUrl: string
  deepPath: string
}>

export type NewSession = SessionTarget &
  Readonly<{
    sessionId: string
    /** The cookie's; null while pending. */
    secretHash: string | null
    masterId: string | null
    /** Null unless the session is pending. */
    pendingMs: number | null
    /** The session that was open in this browser and account when this one was prepared; empty: none. */
    holderId: string
    /** The `holderId` that this session replaces; empty: none. */
    replacedId: string
  }>

/** A browser has one open session per account, whichever user opened it. */
export type SessionPlace = Readonly<Pick<SessionTarget, 'browserHash' | 'accountId'>>

export type AccountSession = SessionTarget &
  Readonly<{
    id: string
    userName: string
    accountName: string
    createdAt: number
    lastSeenAt: number
    expiresAt: number
    endsAt: number
    /** The database's clock when the row was read. */
    readAt: number
  }>

/** A session's row in any state. */
export type SessionRecord = Readonly<{
  session: AccountSession
  state: 'open' | 'pending' | SessionLoss
  /** Whether its API key is active and its family is not revoked; true for a launch, which has neither. */
  hasGoodCredential: boolean
}>

/** What a receipt tells of a session. */
export type SessionStory = SessionRecord &
  Readonly<{
    pendingUntil: number | null
    confirmedAt: number | null
    endedAt: number | null
    endReason: string | null
  }>

/** `withdrawn`: its user, account, key or family no longer allows it. */
export type SessionLoss = 'ended' | 'expired' | 'withdrawn'

/** When a session ends if it is not used after `lastSeenAt`. */
export function sessionEnd(lastSeenAt: number, expiresAt: number): number {
  return Math.min(lastSeenAt + idleMs, expiresAt)
}

export function sessionActor(
  session: Pick<AccountSession, 'keyId' | 'userId' | 'userName'>,
  { address, requestId }: RequestContext,
): RecordedActor {
  const kind = session.keyId === null ? 'person' : 'program'
  return { kind, userId: session.userId, name: session.userName, address, requestId }
}

/** The audit event names the session's user, because another user may have ended it. */
export function describeEnd(session: AccountSession): NewEvent {
  const { accountId, accountName, userId, userName } = session
  return accountEvent('account_session.ended', { id: accountId, name: accountName }, { userId, userName })
}
