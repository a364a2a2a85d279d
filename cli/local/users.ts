import { deactivateUser, inviteUser, reactivateUser } from '#lib/user-lifecycle/change-user.ts'
import { patchUser } from '#lib/user-lifecycle/patch-user.ts'
import type { CreateUserInput } from '#lib/users/create-user.ts'
import { getUserByName, listUsers, type UserWithAccounts } from '#lib/users/find-users.ts'
import type { UserSummary } from '#lib/users/user.ts'
import { patchUserFields } from '#lib/users/user-resource.ts'
import type { CommandContext } from '../run.ts'
import { type Patch, unconditional } from './patch.ts'

const usersPerRead = 500

/** Users are named by email address or username. */
export function localUsers({ services, actor }: CommandContext) {
  const idOf = async (name: string) => (await getUserByName(services, actor, name)).id
  return {
    create: (input: CreateUserInput) => inviteUser(services, actor, input),
    list: () => listAll({ services, actor }),
    change: async (name: string, patch: Patch) => {
      const change = (current: UserWithAccounts) => patchUserFields(current, patch)
      return patchUser(services, actor, { id: await idOf(name), change, precondition: unconditional })
    },
    deactivate: async (name: string) => deactivateUser(services, actor, await idOf(name)),
    reactivate: async (name: string) => reactivateUser(services, actor, await idOf(name)),
  }
}

async function listAll({ services, actor }: CommandContext): Promise<readonly UserSummary[]> {
  const users: UserSummary[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await listUsers(services, actor, { page, perPage: usersPerRead })
    users.push(...found.users)
    pages = found.pages
  }
  return users
}
