export const portalRoles = ['owner', 'admin', 'agent'] as const
export const roles = [...portalRoles, 'service'] as const

export type PortalRole = (typeof portalRoles)[number]
export type Role = (typeof roles)[number]

/** Whether users with this role can sign in to the portal: all but service users. */
export function isPortalRole(role: Role): role is PortalRole {
  return role !== 'service'
}
