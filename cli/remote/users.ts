import { z } from 'zod'
import { Refusal } from '#lib/errors.ts'
import { toSearchText } from '#lib/users/search-text.ts'
import { isNameOf, requireProvenName, type User, type UserSummary } from '#lib/users/user.ts'
import { listedUserResource, userResource } from '#lib/users/user-resource.ts'
import type { Operations } from '../local/operations.ts'
import { noRemoteForm } from '../usage-error.ts'
import type { Api } from './api.ts'
import { inOrder, toMs } from './read-resource.ts'

const resource = z.object(userResource.shape)
const listed = z.object(listedUserResource.shape)
/** Of a search. */
const maxSearchLength = 120
/** Of a user who was just created. */
const unused = { passwordSetAt: null, lastSignInAt: null, linkedAt: null } as const

export function remoteUsers(api: Api): Operations['users'] {
  const patch = async (name: string, fields: object) => {
    const facts = await findUser(api, name)
    const user = await api.patch(['users', facts.id], fields, resource)
    return { user, shown: toUser(facts, user) }
  }
  const setActive = async (name: string, active: boolean) => (await patch(name, { active })).shown
  return {
    create: async ({ password, ...input }) => {
      if (password !== undefined) throw noRemoteForm('user create --password')
      return { user: toUser(unused, await api.post(['users'], input, resource)), link: undefined }
    },
    list: async () => inOrder(await api.all(['users'], listed, toSummary), toSearchText),
    change: async (name, fields) => {
      const { user, shown } = await patch(name, fields)
      return { ...shown, accountIds: user.accountIds, accountGroupIds: user.accountGroupIds }
    },
    deactivate: (name) => setActive(name, false),
    reactivate: (name) => setActive(name, true),
  }
}

/** The user with this email address or username. @throws Refusal `not_found`, and as {@link requireProvenName} */
export async function findUser(api: Api, name: string): Promise<UserSummary> {
  const search = name.trim().slice(0, maxSearchLength)
  for await (const found of api.items(['users'], listed, { search })) {
    const user = toSummary(found)
    if (!isNameOf(user, name)) continue
    requireProvenName(user, name, user.unprovenNames)
    return user
  }
  throw new Refusal('not_found', { description: 'No user has this email address or username.' })
}

/** What a request changes, and the facts that lists alone have. */
function toUser(
  { passwordSetAt, lastSignInAt, linkedAt }: Pick<User, keyof typeof unused>,
  {
    id,
    email,
    username,
    name,
    role,
    accountScope,
    ...user
  }: Omit<z.output<typeof resource>, 'accountIds' | 'accountGroupIds'>,
): User {
  return {
    ...{ id, email, username, name, role, accountScope, passwordSetAt },
    ...{ createdAt: toMs(user.createdAt), deactivatedAt: toMs(user.deactivatedAt), lastSignInAt, linkedAt },
  }
}

function toSummary(user: z.output<typeof listed>): UserSummary {
  const { state, unprovenNames, listedAccounts, accountGroups, hasFactor } = user
  const facts = {
    passwordSetAt: toMs(user.passwordSetAt),
    lastSignInAt: toMs(user.lastSignInAt),
    linkedAt: toMs(user.linkedAt),
  }
  return { ...toUser(facts, user), unprovenNames, listedAccounts, accountGroups, hasFactor, state }
}
