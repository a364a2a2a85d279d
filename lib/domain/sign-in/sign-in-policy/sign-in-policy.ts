import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole, type Role } from '#lib/foundation/authorization/roles.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/**
 * Who needs a second factor. `off`: no one, and no one can add one. `offered`: no one. `managers`: owners and admins.
 * `all`: agents too. Whoever has a factor is always asked for it.
 */
export const secondFactorPolicies = ['off', 'offered', 'managers', 'all'] as const

export type SecondFactorPolicy = (typeof secondFactorPolicies)[number]

export const defaultPolicy: SecondFactorPolicy = 'offered'

/** How long a user may sign in without a required factor. Given once, at the first sign-in under the policy. */
export const gracePeriodMs = 7 * dayMs

/** Whether users of this role need a second factor. Service users never sign in. */
export function requiresFactor(policy: SecondFactorPolicy, role: Role): boolean {
  if (!isPortalRole(role)) return false
  return policy === 'all' || (policy === 'managers' && isManager(role))
}
