/** Everything that is recorded. The part before the dot groups the filter of the activity page. */
export const eventKinds = [
  'user.created',
  'user.updated',
  'user.deactivated',
  'user.reactivated',
  'user.password_link_created',
  'user.password_set',
  'user.password_changed',
  'portal_session.started',
  'portal_session.refused',
  'portal_session.ended',
  'api_key.generated',
  'api_key.disabled',
  'api_key.enabled',
  'api_key.revoked',
  'refresh_family.revoked',
  'signing_key.announced',
  'signing_key.rotated',
  'account.created',
  'account.updated',
  'account.suspended',
  'account.resumed',
  'account.imported',
  'return_address.added',
  'return_address.removed',
  'sso_grant.redeemed',
  'sso_grant.obtained',
  'sso_grant.refused',
  'account_session.ended',
  'database.restored',
] as const

export type EventKind = (typeof eventKinds)[number]

/** What stands before the dot: a reader filters by one kind or by a whole group. */
export const eventGroups = [
  'user',
  'portal_session',
  'api_key',
  'refresh_family',
  'signing_key',
  'account',
  'return_address',
  'sso_grant',
  'account_session',
  'database',
] as const

export type EventGroup = (typeof eventGroups)[number]

/** The kinds of a group; of a kind, that kind alone. */
export function kindsOf(choice: EventGroup | EventKind): readonly EventKind[] {
  return eventKinds.filter((kind) => kind === choice || kind.startsWith(`${choice}.`))
}

/** What was acted on: its noun, its id and the name it had then. */
export type Subject = Readonly<{
  kind: 'user' | 'api_key' | 'account' | 'return_address' | 'signing_key' | 'database'
  id: string | null
  name: string
}>

/** A new record. `details` holds facts for a reader; never a secret, a hash or a token. */
export type NewEvent = Readonly<{
  kind: EventKind
  subject: Subject
  accountId?: string
  details?: Readonly<Record<string, string | number | null>>
}>

/** A recorded event, with the names that everything had then. */
export type AuditEvent = Readonly<{
  id: string
  at: number
  kind: EventKind
  actor: Readonly<{ kind: 'person' | 'operator' | 'program' | 'visitor'; id: string | null; name: string }>
  subject: Subject
  accountId: string | null
  address: string
  requestId: string
  details: Readonly<Record<string, string | number | null>>
}>

/** Which events a reader wants; everything left out is not asked about. */
export type EventFilter = Readonly<{
  /** Who did it, or to whom it was done. */
  userId?: string | undefined
  accountId?: string | undefined
  kind?: EventGroup | EventKind | undefined
  /** From this instant on, Unix milliseconds. */
  since?: number | undefined
  /** Before this instant, Unix milliseconds. */
  until?: number | undefined
}>

/** A place in the list, which runs from the newest to the oldest. */
export type EventPlace = Readonly<{ at: number; id: string }>

/** What the row of an event says. */
export type EventValues = Readonly<
  Record<'eventId' | 'kind' | 'actorKind' | 'actorName' | 'subjectKind' | 'subjectName', string> &
    Record<'actorId' | 'subjectId' | 'eventAccountId', string | null> &
    Record<'address' | 'requestId' | 'details', string>
>
