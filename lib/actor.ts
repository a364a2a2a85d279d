import type { RequestContext } from '#lib/request-context.ts'
import type { PortalRole } from '#lib/roles.ts'

export type PortalUser = RequestContext &
  Readonly<{
    kind: 'person'
    userId: string
    name: string
    role: PortalRole
    sessionId: string
    browserHash: string
    /** When the user last entered the password, in Unix milliseconds by this process's clock. */
    confirmedAt: number
  }>

/** The user of the command line on the server: authorized for everything, named in audit events. */
export type Operator = RequestContext & Readonly<{ kind: 'operator'; name: string }>

/** A client program that authenticated with an API key. It acts as the key's owner. */
export type ApiClient = RequestContext & Readonly<{ kind: 'program'; userId: string; keyId: string; name: string }>

/** A browser before sign-in, or one that opens a link. */
export type Anonymous = RequestContext & Readonly<{ kind: 'visitor' }>

/** Every use case that changes something takes an actor and authorizes it. */
export type Actor = PortalUser | Operator | ApiClient | Anonymous

/** What audit events store of an actor. A user identified by a link has no portal session. */
export type RecordedActor = RequestContext &
  Readonly<
    | { kind: 'person' | 'program'; userId: string; name: string }
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
export function actorId(actor: Actor): string {
  return actor.kind === 'person' || actor.kind === 'program' ? actor.userId : actor.kind
}
