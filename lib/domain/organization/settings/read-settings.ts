import type { Organization } from '#lib/domain/organization/organization/organization.ts'
import { findOrganization } from '#lib/domain/organization/organization/store.ts'
import type { SecondFactorPolicy } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

export type Settings = Organization & Readonly<{ secondFactor: SecondFactorPolicy }>

/** How the organization is shown, and who needs a second factor, as stored now. @throws Refusal `forbidden` */
export async function readSettings({ db }: Services, actor: Actor): Promise<Settings> {
  requireManager(actor, 'settings:read')
  const [organization, secondFactor] = await Promise.all([findOrganization(db), findPolicy(db)])
  return { ...organization, secondFactor }
}
