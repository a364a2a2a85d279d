import type { Actor } from '#lib/actor.ts'
import type { Organization } from '#lib/organization/organization.ts'
import { findOrganization } from '#lib/organization/store.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import type { SecondFactorPolicy } from '#lib/sign-in-policy/sign-in-policy.ts'
import { findPolicy } from '#lib/sign-in-policy/store.ts'

export type Settings = Organization & Readonly<{ secondFactor: SecondFactorPolicy }>

/** How the organization is shown, and who needs a second factor, as stored now. @throws Refusal `forbidden` */
export async function readSettings({ db }: Services, actor: Actor): Promise<Settings> {
  requireManager(actor, 'settings:read')
  const [organization, secondFactor] = await Promise.all([findOrganization(db), findPolicy(db)])
  return { ...organization, secondFactor }
}
