import { findFactorGrace } from '#lib/domain/people/users/factor-grace-store.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { countUsersWithoutFactor } from '#lib/domain/sign-in/second-factor/store.ts'
import { requiresFactor, type SecondFactorPolicy } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import { type Actor, isSingleFactor, type PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import { portalRoles } from '#lib/foundation/authorization/roles.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** `withoutFactor`: how many users need a second factor under each policy and have none. */
export type SignInPolicy = Readonly<{
  policy: SecondFactorPolicy
  withoutFactor: Readonly<Record<SecondFactorPolicy, number>>
}>

/** Who needs a second factor, and whom each other policy would affect. @throws Refusal `forbidden` */
export async function readPolicy({ db }: Services, actor: Actor): Promise<SignInPolicy> {
  requireManager(actor)
  const policy = await findPolicy(db)
  const [managers, all] = [await countMissingFactors(db, 'managers'), await countMissingFactors(db, 'all')]
  return { policy, withoutFactor: { off: 0, offered: 0, managers, all } }
}

/** How many active users need a second factor under this policy and have none. */
export async function countMissingFactors(db: Db, policy: SecondFactorPolicy): Promise<number> {
  const roles = portalRoles.filter((role) => requiresFactor(policy, role))
  return roles.length === 0 ? 0 : countUsersWithoutFactor(db, roles)
}

/** `graceEndsAt`: until when the user can do without; null until the next sign-in begins the period. */
export type MissingFactor = Readonly<{ graceEndsAt: number | null }>

/** The required second factor that a signed-in user still lacks, if any. */
export async function findMissingFactor({ db }: Services, user: PortalUser): Promise<MissingFactor | undefined> {
  const isExempt = !isSingleFactor(user.strength) || !requiresFactor(await findPolicy(db), user.role)
  if (isExempt || hasFactor(await readFactors(db, user.userId))) return undefined
  return { graceEndsAt: await findFactorGrace(db, user.userId) }
}

/** Until the last days, the portal only hints at it. */
const urgentMs = 2 * dayMs

/** Whether the user should be told on each page. */
export function isFactorUrgent({ graceEndsAt }: MissingFactor, now: number): boolean {
  return graceEndsAt !== null && graceEndsAt - now <= urgentMs
}
