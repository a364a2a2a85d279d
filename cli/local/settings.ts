import { patchSettings } from '#lib/settings/patch-settings.ts'
import { readSettings, type Settings } from '#lib/settings/read-settings.ts'
import { patchSettingsFields, toSettingsResource } from '#lib/settings/settings-resource.ts'
import type { CommandContext } from '../run.ts'
import { type Patch, unconditional } from './patch.ts'

/** The settings as the management API shows them. */
export function localSettings({ services, actor }: CommandContext) {
  const toResource = (settings: Settings) => toSettingsResource(settings, services.env.baseUrl)
  return {
    show: async () => toResource(await readSettings(services, actor)),
    change: async (patch: Patch) => {
      const change = (current: Settings) => patchSettingsFields(toResource(current), patch)
      return toResource(await patchSettings(services, actor, { change, precondition: unconditional }))
    },
  }
}
