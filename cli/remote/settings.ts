import { z } from 'zod'
import { settingsResource } from '#lib/settings/settings-resource.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'

const resource = z.object(settingsResource.shape)

export function remoteSettings(api: Api): Operations['settings'] {
  return {
    show: () => api.get(['settings'], resource),
    change: (patch) => api.patch(['settings'], patch, resource),
  }
}
