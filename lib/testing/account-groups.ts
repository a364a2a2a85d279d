import { changeMembers } from '#lib/domain/accounts/account-groups/change-members.ts'
import { createGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { root } from '#lib/testing/people.ts'

/** A group of these accounts. @returns its ID */
export async function makeGroup(services: Services, ids: readonly string[], name = randomBase62(8)): Promise<string> {
  const { id: groupId } = await createGroup(services, root, { name })
  if (ids.length > 0) await changeMembers(services, root, { groupId, change: 'added', ids })
  return groupId
}

/** Gives a user a new group of these accounts. @returns its ID */
export async function giveGroup(services: Services, userId: string, ids: readonly string[]): Promise<string> {
  const groupId = await makeGroup(services, ids)
  await changeGroupAccess(services, root, { userId, added: [groupId], removed: [] })
  return groupId
}
