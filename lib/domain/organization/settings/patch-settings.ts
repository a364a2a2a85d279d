import {
  changeNameAndAccent,
  changeOrganization,
  type NameAndAccent,
} from '#lib/domain/organization/organization/manage-organization.ts'
import type { Settings } from '#lib/domain/organization/settings/read-settings.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

type SettingsPatch = Readonly<{
  change: (current: Settings) => NameAndAccent
  /** Throws unless the settings may be changed as they are now. Called while the organization is locked. */
  precondition: (current: Settings) => void
}>

/**
 * Changes name and accent color from what they are now. The sign-in policy is not among what it changes: that needs a
 * person, who confirms.
 * @throws Refusal `forbidden`, and what `change` and the precondition throw
 */
export async function patchSettings(
  services: Services,
  actor: Actor,
  { change, precondition }: SettingsPatch,
): Promise<Settings> {
  requireManager(actor, 'settings:write')
  return changeOrganization(services, async (trx, former) => {
    const current = { ...former, secondFactor: await findPolicy(trx) }
    precondition(current)
    const { name, accent } = change(current)
    await changeNameAndAccent(trx, actor, { former, wanted: { name, accent } })
    return { ...current, name, accent }
  })
}
