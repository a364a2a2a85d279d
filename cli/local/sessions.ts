import { endManagedSession, listManagedSessions } from '#lib/account-management/manage-sessions.ts'
import type { AccountSession } from '#lib/account-sessions/account-session.ts'
import { sessionsQuery, toSessionResource } from '#lib/account-sessions/session-resource.ts'
import { parseInput } from '#lib/parse-input.ts'
import { getUserByName } from '#lib/users/find-users.ts'
import type { CommandContext } from '../run.ts'
import { itemsPerPage, readPages } from './read-pages.ts'

/** Sessions of an account, or of the user with this email address or username, or of both. */
type Selection = Readonly<{ accountId?: string | undefined; user?: string | undefined }>

export function localSessions({ services, actor }: CommandContext) {
  return {
    /** The newest first. */
    list: async ({ accountId, user }: Selection) => {
      const userId = user === undefined ? undefined : (await getUserByName(services, actor, user)).id
      const selection = parseInput(sessionsQuery.pick({ accountId: true, userId: true }), { accountId, userId })
      const found = await readPages<AccountSession>(async (last) => {
        const after = last && { at: last.createdAt, id: last.id }
        const request = { ...selection, after, limit: itemsPerPage }
        const { sessions, more } = await listManagedSessions(services, actor, request)
        return { items: sessions, more }
      })
      return found.map(toSessionResource)
    },
    end: (id: string) => endManagedSession(services, actor, id),
  }
}
