import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'

/** What a key is for, as the portal asks. The management API and the command line combine scopes freely. */
export const keyPurposes = ['open', 'manage', 'scim'] as const

export type KeyPurpose = (typeof keyPurposes)[number]

/** What a key that manages may do, by area and level. A level that changes can read, too. */
export const keyAreas = {
  accounts: { read: ['accounts:read'], change: ['accounts:read', 'accounts:write'] },
  users: { read: ['users:read'], change: ['users:read', 'users:write'] },
  keys: { read: ['keys:read'], change: ['keys:read', 'keys:write'] },
  events: { read: ['events:read'] },
  grants: { read: ['grants:read'] },
  sessions: { change: ['sessions:write'] },
  'return-addresses': { read: ['return-addresses:read'], change: ['return-addresses:read', 'return-addresses:write'] },
  webhooks: { read: ['webhooks:read'], change: ['webhooks:read', 'webhooks:write'] },
  settings: { read: ['settings:read'], change: ['settings:read', 'settings:write'] },
  tokens: { read: ['introspect'] },
} as const satisfies Readonly<Record<string, Partial<Record<KeyLevel, readonly KeyScope[]>>>>

export type KeyLevel = 'read' | 'change'
export type KeyArea = keyof typeof keyAreas

/** The scopes among which a purpose chooses, and those that it always has. */
export const purposeScopes: Readonly<
  Record<KeyPurpose, Readonly<{ always: readonly KeyScope[]; choices: readonly KeyScope[] }>>
> = {
  open: { always: ['sso'], choices: ['introspect'] },
  manage: { always: [], choices: Object.values(keyAreas).flatMap((levels) => Object.values(levels).flat()) },
  scim: { always: ['scim'], choices: [] },
}

/** The username of the service user "Provisioning", whose keys connect directories: people leave, it stays. */
export const directoryUsername = 'provisioning'
