/** Every kind of audit event. The part before the dot is its group. */
export const eventKinds = [
  'user.created',
  'user.updated',
  'user.deactivated',
  'user.reactivated',
  'user.password_link_created',
  'user.password_link_requested',
  'user.password_set',
  'user.password_changed',
  'user.profile_changed',
  'user.names_requested',
  'user.names_rejected',
  'user.provisioned',
  'user.provisioning_refused',
  'user.factor_changed',
  'user.identity_linked',
  'user.identity_unlinked',
  'user.groups_untold',
  'portal_session.started',
  'portal_session.refused',
  'portal_session.ended',
  'api_key.generated',
  'api_key.updated',
  'api_key.disabled',
  'api_key.enabled',
  'api_key.revoked',
  'api_key.expiring',
  'api_key.extended',
  'api_key.secret_rotated',
  'api_key.secret_activated',
  'api_key.secret_retired',
  'api_key.secret_rehearsed',
  'api_key.rehearsal_ended',
  'api_key.limited',
  'api_key.narrowed',
  'api_key.handed_over',
  'api_key.hand_over_used',
  'api_key.hand_over_withdrawn',
  'refresh_family.revoked',
  'signing_key.announced',
  'signing_key.rotated',
  'account.created',
  'account.updated',
  'account.suspended',
  'account.resumed',
  'account.imported',
  'account_group.created',
  'account_group.updated',
  'account_group.accounts_added',
  'account_group.accounts_removed',
  'account_group.rule_added',
  'account_group.rule_removed',
  'account_group.deleted',
  'group_mapping.added',
  'group_mapping.removed',
  'scim_group.created',
  'scim_group.updated',
  'scim_group.members_changed',
  'scim_group.deleted',
  'access_request.created',
  'access_request.approved',
  'access_request.declined',
  'return_address.added',
  'return_address.removed',
  'webhook.added',
  'webhook.updated',
  'webhook.removed',
  'webhook.secret_rotated',
  'webhook.secret_ended',
  'webhook.paused',
  'webhook.resumed',
  'webhook.replayed',
  'sign_in_provider.added',
  'sign_in_provider.updated',
  'sign_in_provider.removed',
  'sso_grant.redeemed',
  'sso_grant.obtained',
  'sso_grant.refused',
  'sso_grant.revoked',
  'account_session.ended',
  'organization.updated',
  'organization.logo_changed',
  'organization.logo_removed',
  'organization.sign_in_policy_changed',
  'database.issuer_changed',
  'database.restored',
  'database.master_secret_rotated',
  'database.rekeyed',
  'database.master_secret_retired',
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
  'account_group',
  'group_mapping',
  'scim_group',
  'access_request',
  'return_address',
  'webhook',
  'sign_in_provider',
  'sso_grant',
  'account_session',
  'organization',
  'database',
] as const

export type EventGroup = (typeof eventGroups)[number]

export function groupOf(kind: EventKind): EventGroup {
  const group = eventGroups.find((name) => kind.startsWith(`${name}.`))
  if (!group) throw new Error(`no group for ${kind}`)
  return group
}

export const subjectKinds = [
  'user',
  'api_key',
  'account',
  'account_group',
  'group_mapping',
  'scim_group',
  'return_address',
  'webhook',
  'sign_in_provider',
  'signing_key',
  'organization',
  'database',
] as const

/** The object of the action: its noun, its ID and its name at that time. */
export type Subject = Readonly<{ kind: (typeof subjectKinds)[number]; id: string | null; name: string }>

/** An audit event to write. `details` holds facts for readers; never a secret, a hash or a token. */
export type NewEvent = Readonly<{
  kind: EventKind
  subject: Subject
  accountId?: string
  details?: Readonly<Record<string, string | number | null>>
}>

/** The API key that an event concerns: its subject, or the key that requested the link. */
export function keyIdOf({ kind, subject, details }: NewEvent): string | null {
  if (subject.kind === 'api_key') return subject.id
  const via = kind.startsWith('sso_grant.') ? details?.via : undefined
  return typeof via === 'string' && via !== 'launch' ? via : null
}

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
