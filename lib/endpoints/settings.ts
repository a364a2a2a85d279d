import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { conditionalResponse, resourceResponse } from '#lib/endpoints/api-resource.ts'
import { entityTag, requirePreconditions } from '#lib/http/entity-tag.ts'
import { readMergePatch } from '#lib/http/json-body.ts'
import type { Services } from '#lib/services.ts'
import { patchSettings } from '#lib/settings/patch-settings.ts'
import { readSettings, type Settings } from '#lib/settings/read-settings.ts'
import { patchSettingsFields, toSettingsResource } from '#lib/settings/settings-resource.ts'

/** `GET` and `PATCH /api/v1/settings`. */
export const settingsEndpoint = defineApiEndpoint({
  GET: [
    'settings:read',
    async ({ request, services, client }) =>
      conditionalResponse(request, represent(services, await readSettings(services, client))),
  ],
  PATCH: [
    'settings:write',
    async ({ request, services, client }) => {
      const { object: patch } = await readMergePatch(request)
      const change = (current: Settings) =>
        patchSettingsFields(toSettingsResource(current, services.env.baseUrl), patch)
      const precondition = (current: Settings) => requirePreconditions(request, entityTag(represent(services, current)))
      return resourceResponse(represent(services, await patchSettings(services, client, { change, precondition })))
    },
  ],
})

function represent({ env }: Services, settings: Settings): string {
  return JSON.stringify(toSettingsResource(settings, env.baseUrl))
}
