import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import type { PortalRole, Role } from '#lib/foundation/authorization/roles.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/**
 * How a user signed in: with only a password, with a one-time code too, with a passkey, or through a provider, which
 * proved a second factor (`fed_mfa`) or may not have asked for one (`fed`).
 */
export const strengths = ['pwd', 'otp', 'webauthn', 'fed', 'fed_mfa'] as const

export type Strength = (typeof strengths)[number]

/** Whether no second factor is known to have been used. */
export function isSingleFactor(strength: Strength): boolean {
  return strength === 'pwd' || strength === 'fed'
}

export type PortalUser = RequestContext &
  Readonly<{
    kind: 'person'
    userId: string
    name: string
    role: PortalRole
    sessionId: string
    browserHash: string
    strength: Strength
    /** When the user last confirmed their identity, in Unix milliseconds by this process's clock. */
    confirmedAt: number
  }>

/** The user of the command line on the server: authorized for everything, named in audit events. */
export type Operator = RequestContext & Readonly<{ kind: 'operator'; name: string }>

/** A client program that authenticated with an API key. It acts as the key's owner. */
export type ApiClient = RequestContext &
  Readonly<{
    kind: 'program'
    userId: string
    keyId: string
    name: string
    /** What the client may manage. Only requests to the management API have it. */
    management?: Management
  }>

/** The current role of the key's owner, and the management scopes of the access token. */
export type Management = Readonly<{ role: Role; scopes: readonly ManagementScope[] }>

/** A browser before sign-in, or one that opens a link. */
export type Anonymous = RequestContext & Readonly<{ kind: 'visitor' }>

/** Every use case that changes something takes an actor and authorizes it. */
export type Actor = PortalUser | Operator | ApiClient | Anonymous

/** What audit events store of an actor. A user identified by a link has no portal session. */
export type RecordedActor = RequestContext &
  Readonly<
    | { kind: 'person'; userId: string; name: string }
    | { kind: 'program'; userId: string; name: string; keyId?: string }
    | { kind: 'operator'; name: string }
    | { kind: 'visitor' }
  >

/** The IP address of operators. */
export const commandLine = 'command line'

export function operator(name: string, requestId: string): Operator {
  return { kind: 'operator', name, address: commandLine, requestId }
}

/** Latchkey itself, for scheduled work. */
export function maintenanceActor(requestId: string): Operator {
  return { kind: 'operator', name: 'Latchkey', address: 'housekeeping', requestId }
}

/** The creator of a row: a user ID, or the kind of an actor that is not a user. */
export function actorId(actor: RecordedActor): string {
  return actor.kind === 'person' || actor.kind === 'program' ? actor.userId : actor.kind
}
