import { accountEvent } from '#lib/accounts/account.ts'
import type { RecordedActor } from '#lib/actor.ts'
import type { NewEvent } from '#lib/audit/event.ts'
import { hourMs, minuteMs } from '#lib/clock.ts'
import type { RequestContext } from '#lib/request-context.ts'

/** Section 6 of the protocol. The idle end moves with use, the absolute one never. */
export const idleMs = 30 * minuteMs
export const absoluteMs = 8 * hourMs
/** How long a person has to decide whether to take the place of somebody else's session. */
export const pendingMs = 5 * minuteMs
/** How often a session's use is written down. */
export const lastSeenIntervalMs = minuteMs
export const maxSessionsPerBrowser = 50

/** What opening a link leads to: one user in one account. */
export type SessionTarget = Readonly<{
  userId: string
  accountId: string
  /** The API key behind it; null where it was launched from the portal. */
  keyId: string | null
  /** The refresh family whose access token asked for it; null likewise. */
  familyId: string | null
  browserHash: string
  locale: string
  backUrl: string
  deepPath: string
}>

/** What the row of a session says that opens now; without a cookie it waits for the person's consent. */
export type OpenSession = SessionTarget & Readonly<{ id: string; secretHash: string | null; masterId: string | null }>

/** Where a session is open: one at a time for everybody who opens this account in this browser. */
export type SessionPlace = Readonly<Pick<SessionTarget, 'browserHash' | 'accountId'>>

/** One user in one account, in one browser. */
export type AccountSession = SessionTarget &
  Readonly<{
    id: string
    userName: string
    accountName: string
    createdAt: number
    lastSeenAt: number
    /** The absolute end. */
    expiresAt: number
    /** See {@link sessionEnd}. */
    endsAt: number
    /** When this was read, by the clock of the database: what the instants above are to be compared with. */
    readAt: number
  }>

/** A session as its row has it now, good or not. */
export type SessionRecord = Readonly<{
  session: AccountSession
  state: 'open' | 'pending' | SessionLoss
  /** Whether its API key is active and its refresh family is not revoked; true for a launch, which has neither. */
  hasGoodCredential: boolean
}>

/** Why a session is no good any more: ended by somebody, past its time, or no longer allowed. */
export type SessionLoss = 'ended' | 'expired' | 'withdrawn'

/** When a session ends that is not used after `lastSeenAt`: idle or absolutely, whichever is first. */
export function sessionEnd(lastSeenAt: number, expiresAt: number): number {
  return Math.min(lastSeenAt + idleMs, expiresAt)
}

/** The session's user, for the record. */
export function sessionActor(
  session: Pick<AccountSession, 'keyId' | 'userId' | 'userName'>,
  source: RequestContext,
): RecordedActor {
  const { address, requestId } = source
  const kind = session.keyId === null ? 'person' : 'program'
  return { kind, userId: session.userId, name: session.userName, address, requestId }
}

/** The end of a session, for the record: whose it was stands there even where somebody else ended it. */
export function describeEnd(session: AccountSession): NewEvent {
  const { accountId, accountName, userId, userName } = session
  return accountEvent('account_session.ended', { id: accountId, name: accountName }, { userId, userName })
}
