export const portalRoles = ['owner', 'admin', 'agent'] as const
/** Service users own API keys of programs. Those of a `service_admin` may have the scopes of an admin's keys. */
export const serviceRoles = ['service', 'service_admin'] as const
export const roles = [...portalRoles, ...serviceRoles] as const

export type PortalRole = (typeof portalRoles)[number]
export type Role = (typeof roles)[number]

/** Whether users with this role can sign in to the portal: all but service users. */
export function isPortalRole(role: Role): role is PortalRole {
  return portalRoles.some((known) => known === role)
}
