import { z } from 'zod'
import { sessionResource } from '#lib/account-sessions/session-resource.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { findUser } from './users.ts'

const resource = z.object(sessionResource.shape)

export function remoteSessions(api: Api): Operations['sessions'] {
  return {
    list: async ({ accountId, user }) => {
      const userId = user === undefined ? undefined : (await findUser(api, user)).id
      return api.list(['sessions'], resource, { filter: { accountId, userId } })
    },
    end: (id) => api.remove(['sessions', id]),
  }
}
