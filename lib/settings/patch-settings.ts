import type { Actor } from '#lib/actor.ts'
import { changeNameAndAccent, changeOrganization, type NameAndAccent } from '#lib/organization/manage-organization.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import type { Settings } from '#lib/settings/read-settings.ts'
import { findPolicy } from '#lib/sign-in-policy/store.ts'

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
    await changeNameAndAccent(trx, actor, former, { name, accent })
    return { ...current, name, accent }
  })
}
