import { type Actor, isSingleFactor, type PortalUser } from '#lib/actor.ts'
import type { Db } from '#lib/db/database.ts'
import { requireManager } from '#lib/permissions.ts'
import { portalRoles } from '#lib/roles.ts'
import { hasFactor, readFactors } from '#lib/second-factor/factors.ts'
import { countUsersWithoutFactor } from '#lib/second-factor/store.ts'
import type { Services } from '#lib/services.ts'
import { requiresFactor, type SecondFactorPolicy } from '#lib/sign-in-policy/sign-in-policy.ts'
import { findPolicy } from '#lib/sign-in-policy/store.ts'
import { findFactorGrace } from '#lib/users/factor-grace-store.ts'

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
