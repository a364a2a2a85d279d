import { z } from 'zod'
import { toInstant } from '#lib/clock.ts'
import { refusalResource } from '#lib/refusals/refusal-resource.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'

const resource = z.object(refusalResource.shape)

export function remoteRefusals(api: Api): Operations['refusals'] {
  return {
    explain: (requestId) => api.get(['refusals', requestId], resource),
    list: ({ limit, since, until, ...filter }) =>
      api.list(['refusals'], resource, {
        filter: { ...filter, since: toText(since), until: toText(until) },
        limit,
      }),
  }
}

function toText(at: number | undefined): string | undefined {
  return at === undefined ? undefined : toInstant(at)
}
