import { scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { listMappedGroupNames } from '#lib/domain/people/scim/groups-store.ts'
import { provisionedRoles, type ScimClient } from '#lib/domain/people/scim/scim-client.ts'
import { applyGroupMappings } from '#lib/domain/people/user-lifecycle/apply-group-mappings.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** The source of the group mappings, as audit events name it. */
export const mappingSource = { id: scimSource, name: 'SCIM' } as const

/**
 * Gives a user the role and the account groups that their groups of the directory map to, and takes what former groups
 * gave. The caller holds the user's lock.
 * @throws Refusal `forbidden` if the owner of the key may not give the role
 */
export async function applyMemberships(trx: DbTransaction, client: ScimClient, userId: string): Promise<void> {
  const groupNames = await listMappedGroupNames(trx, userId)
  const user = await applyGroupMappings(trx, client, { userId, source: mappingSource, groupNames })
  if (user && !provisionedRoles(client).includes(user.role)) {
    throw new Refusal('forbidden', { description: 'A group gives a role that the owner of this API key may not give.' })
  }
}
