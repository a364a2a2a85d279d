import { changeMembers } from '#lib/account-groups/change-members.ts'
import { createGroup } from '#lib/account-groups/manage-groups.ts'
import { randomBase62 } from '#lib/crypto.ts'
import type { Services } from '#lib/services.ts'
import { root } from '#lib/testing/people.ts'
import { changeGroupAccess } from '#lib/users/group-access.ts'

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
