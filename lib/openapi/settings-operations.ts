import { z } from 'zod'
import { jsonRefusals, managementHeaders, managementRefusals } from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { settingsPatchBody, settingsResource } from '#lib/settings/settings-resource.ts'

const tag = { ETag: 'The version of the settings, for `If-Match`.' }
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const

export const settingsOperations: readonly Operation[] = [
  {
    id: 'getSettings',
    method: 'GET',
    path: '/api/v1/settings',
    tag: 'Settings',
    summary: 'Get the settings',
    description: 'Requires the scope `settings:read`.',
    security: ['accessToken'],
    responses: [
      {
        status: 200,
        description: 'The settings.',
        headers: { ...tag, ...managementHeaders },
        content: settingsResource,
      },
      { status: 304, description: 'The client has this version.', headers: { ...tag, ...managementHeaders } },
    ],
    refusals: managementRefusals('settings:read'),
    namesFields: true,
    samples: [{ label: 'The settings', authorization }],
  },
  {
    id: 'patchSettings',
    method: 'PATCH',
    path: '/api/v1/settings',
    tag: 'Settings',
    summary: 'Change the name and the accent color',
    description:
      'A JSON merge patch (RFC 7396). A program can’t change how people sign in: that needs a person, who confirms.\n\nRequires the scope `settings:write`.',
    security: ['accessToken'],
    parameters: {
      header: z.object({
        'If-Match': z.string().optional().meta({ description: 'Change the settings only if this is their `ETag`.' }),
      }),
    },
    json: { contentType: 'application/merge-patch+json', schema: settingsPatchBody },
    responses: [
      {
        status: 200,
        description: 'The settings as they are now.',
        headers: { ...tag, ...managementHeaders },
        content: settingsResource,
      },
    ],
    refusals: [...jsonRefusals, 'precondition_failed', ...managementRefusals('settings:write')],
    namesFields: true,
    samples: [{ label: 'Another name', json: { name: 'Contoso' }, authorization }],
  },
]
