/** The scopes of the management API. Each is checked by the endpoint and again by the use case. */
export const managementScopes = [
  'events:read',
  'grants:read',
  'accounts:read',
  'accounts:write',
  'users:read',
  'users:write',
  'keys:read',
  'keys:write',
  'return-addresses:read',
  'return-addresses:write',
  'webhooks:read',
  'webhooks:write',
  'sessions:write',
  'settings:read',
  'settings:write',
] as const

export type ManagementScope = (typeof managementScopes)[number]
