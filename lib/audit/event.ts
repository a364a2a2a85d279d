/** Every kind of audit event. The part before the dot is its group. */
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

/** Activity can be filtered by a group or by a single kind. */
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

/** The object of the action: its noun, its ID and its name at that time. */
export type Subject = Readonly<{
  kind: 'user' | 'api_key' | 'account' | 'return_address' | 'signing_key' | 'database'
  id: string | null
  name: string
}>

/** An audit event to write. `details` holds facts for readers; never a secret, a hash or a token. */
export type NewEvent = Readonly<{
  kind: EventKind
  subject: Subject
  accountId?: string
  details?: Readonly<Record<string, string | number | null>>
}>

/** A stored audit event, with the names that its actor and subject had at that time. */
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

/** The column values of an audit event. */
export type EventValues = Readonly<
  Record<'eventId' | 'kind' | 'actorKind' | 'actorName' | 'subjectKind' | 'subjectName', string> &
    Record<'actorId' | 'subjectId' | 'eventAccountId', string | null> &
    Record<'address' | 'requestId' | 'details', string>
>
