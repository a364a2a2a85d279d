import { patchSettings } from '#lib/domain/organization/settings/patch-settings.ts'
import { readSettings, type Settings } from '#lib/domain/organization/settings/read-settings.ts'
import {
  patchSettingsFields,
  settingsPatchBody,
  settingsResource,
  toSettingsResource,
} from '#lib/domain/organization/settings/settings-resource.ts'
import { type Noun, operation } from '#lib/foundation/api/operation.ts'

const settings: Noun = {
  tag: 'Settings',
  version: 'The version of the settings, for `If-Match`.',
  condition: 'Change the settings only if this is their `ETag`.',
}

export const settingsOperations = [
  operation(settings, {
    id: 'getSettings',
    route: 'GET /api/v1/settings',
    scope: 'settings:read',
    summary: 'Get the settings',
    description: '',
    conditional: true,
    response: settingsResource,
    returns: 'The settings.',
    sample: { label: 'The settings' },
    handle: async ({ services, actor }) =>
      toSettingsResource(await readSettings(services, actor), services.env.baseUrl),
  }),
  operation(settings, {
    id: 'patchSettings',
    route: 'PATCH /api/v1/settings',
    scope: 'settings:write',
    summary: 'Change the name and the accent color',
    description:
      'A JSON merge patch (RFC 7396). A program can’t change how people sign in: that needs a person, who confirms.',
    conditional: true,
    object: settingsPatchBody,
    response: settingsResource,
    returns: 'The settings as they are now.',
    sample: { label: 'Another name', json: { name: 'Contoso' } },
    handle: async ({ services, actor, object, requireUnchanged }) => {
      const { baseUrl } = services.env
      const change = (current: Settings) => patchSettingsFields(toSettingsResource(current, baseUrl), object)
      const precondition = (current: Settings) => requireUnchanged(toSettingsResource(current, baseUrl))
      return toSettingsResource(await patchSettings(services, actor, { change, precondition }), baseUrl)
    },
  }),
] as const
