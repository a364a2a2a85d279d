import type { RequestContext } from '#lib/request-context.ts'
import type { PortalRole } from '#lib/roles.ts'

/** A person signed in to the portal. */
export type PortalUser = RequestContext &
  Readonly<{
    kind: 'person'
    userId: string
    name: string
    role: PortalRole
    sessionId: string
    browserHash: string
    /** When the password was last given, Unix milliseconds by the clock of this process. */
    confirmedAt: number
  }>

/** Whoever runs the command line beside the data: may do everything, and is named in the record. */
export type Operator = RequestContext & Readonly<{ kind: 'operator'; name: string }>

/** A program that authenticated with an API key: it acts as the key's owner. */
export type ApiClient = RequestContext & Readonly<{ kind: 'program'; userId: string; keyId: string; name: string }>

/** Nobody we know yet: signing in, opening a link. */
export type Anonymous = RequestContext & Readonly<{ kind: 'visitor' }>

/** Who does it: every use case that changes something takes one and authorizes it. */
export type Actor = PortalUser | Operator | ApiClient | Anonymous

/** As much of an actor as the record keeps. A user whom a link identified has no sign-in to tell more about. */
export type RecordedActor = RequestContext &
  Readonly<
    | { kind: 'person' | 'program'; userId: string; name: string }
    | { kind: 'operator'; name: string }
    | { kind: 'visitor' }
  >

/** The actor of the command line. */
export function operator(name: string, requestId: string): Operator {
  return { kind: 'operator', name, address: 'command line', requestId }
}

/** The product itself, where it does by schedule what an operator could do by hand. */
export function maintenanceActor(requestId: string): Operator {
  return { kind: 'operator', name: 'Latchkey', address: 'housekeeping', requestId }
}

/** Whom a row names as the one who made it: a user's id, or the kind of an actor who is no user. */
export function actorId(actor: Actor): string {
  return actor.kind === 'person' || actor.kind === 'program' ? actor.userId : actor.kind
}
