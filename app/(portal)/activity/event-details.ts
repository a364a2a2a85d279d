import type { AuditEvent, EventKind } from '#lib/foundation/audit/event.ts'
import type { Messages } from '#lib/foundation/i18n/catalogs.ts'

type Fact = string | number
type FactName = keyof Messages['activity']['facts']

/** Details shown under the sentence, by kind of event. */
const factNames: Readonly<Partial<Record<EventKind, readonly FactName[]>>> = {
  'user.created': ['listedAccounts'],
  'user.updated': [
    'role',
    'formerRole',
    'formerName',
    'listedAccounts',
    'addedAccounts',
    'removedAccounts',
    'addedGroups',
    'removedGroups',
    'mappedBy',
    'formerUsername',
    'formerEmail',
    'externalId',
  ],
  'user.factor_changed': ['passkey'],
  'user.profile_changed': ['formerName', 'formerUsername', 'formerEmail'],
  'user.names_requested': ['newUsername', 'newEmail'],
  'user.names_rejected': ['newUsername', 'newEmail'],
  'api_key.updated': ['formerName'],
  'portal_session.started': ['passkey'],
  'portal_session.refused': ['failures'],
  'account.updated': ['formerName'],
  'account_group.updated': ['formerName'],
  'account_group.rule_added': ['idPrefix', 'locale'],
  'account_group.rule_removed': ['idPrefix', 'locale'],
  'account_group.deleted': ['users'],
  'group_mapping.added': ['source'],
  'group_mapping.removed': ['source'],
  'sign_in_provider.added': ['issuer'],
  'sign_in_provider.updated': ['state', 'domains', 'createsUsers', 'passwords', 'factor'],
  'sign_in_provider.removed': ['users'],
  'scim_group.updated': ['formerName', 'externalId'],
  'scim_group.members_changed': ['addedMembers', 'removedMembers'],
  'access_request.created': ['note'],
  'access_request.approved': ['note'],
  'access_request.declined': ['note'],
  'webhook.updated': ['formerOrigin'],
  'webhook.resumed': ['lostFrom', 'lostTo'],
  'webhook.replayed': ['fromSeq'],
  'organization.updated': ['formerName', 'accent', 'formerAccent'],
  'signing_key.announced': ['algorithm'],
  'signing_key.rotated': ['algorithm'],
  'database.restored': ['keysToEnable'],
}

/** Details that sentences mention. Older events may lack them. */
const unknown = {
  role: '',
  owner: '',
  reason: '',
  via: '',
  userName: '',
  account: '',
  accountGroup: '',
  platform: '',
  accounts: 0,
  sessions: 1,
  attempts: 0,
  network: '',
  created: 0,
  updated: 0,
  minutes: 0,
  mode: '',
  change: '',
  policy: '',
  strength: '',
  provider: '',
  how: '',
  formerIssuer: '',
} as const

export function sentenceValues({ details }: AuditEvent): Record<string, Fact> {
  const known = Object.entries(details).filter((entry): entry is [string, Fact] => entry[1] !== null)
  return { ...unknown, ...Object.fromEntries(known) }
}

export function detailsOf(event: AuditEvent): [FactName, Fact][] {
  const found: [FactName, Fact][] = []
  for (const name of factNames[event.kind] ?? []) {
    const value = event.details[name]
    if (value === undefined || value === null || isBeside(event, name, value)) continue
    found.push([name, value])
  }
  return found
}

/** Details without information: a list next to "all", an unchanged name, a first failure. */
function isBeside({ details, subject }: AuditEvent, name: FactName, value: Fact): boolean {
  if (name === 'listedAccounts') return details.accountScope !== 'list'
  if (name === 'formerName') return value === subject.name
  if (name === 'failures') return value === 1
  return (
    (name === 'addedAccounts' ||
      name === 'removedAccounts' ||
      name === 'keysToEnable' ||
      name === 'users' ||
      name === 'addedMembers' ||
      name === 'removedMembers') &&
    value === 0
  )
}
