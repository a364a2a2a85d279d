import { findGroup } from '#lib/domain/accounts/account-groups/store.ts'
import { type GroupMapping, mappingEvent, scimSource } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { maxMappingsOfSource } from '#lib/domain/people/group-mappings/limits.ts'
import { type GroupMappingInput, groupMappingSchema } from '#lib/domain/people/group-mappings/schema.ts'
import {
  countMappings,
  deleteMapping,
  findProviderLabel,
  insertMapping,
  listMappingRows,
  lockMappings,
} from '#lib/domain/people/group-mappings/store.ts'
import { findGroupNames } from '#lib/domain/people/users/group-access-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManagerOf, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db, DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** `accountGroupName`: null for a mapping to a role. */
export type ListedMapping = GroupMapping & Readonly<{ accountGroupName: string | null }>

/**
 * The mappings of a source by group name: at most {@link maxMappingsOfSource}. @throws Refusal `forbidden`; `not_found`
 */
export async function listMappings({ db }: Services, actor: Actor, source: string): Promise<readonly ListedMapping[]> {
  requireManagerOf(actor, 'owner')
  await getSourceName(db, source)
  const mappings = await listMappingRows(db, source)
  const groupIds = [...new Set(mappings.flatMap(({ accountGroupId }) => accountGroupId ?? []))]
  const names = await findGroupNames(db, groupIds)
  return mappings.map((mapping) => ({ ...mapping, accountGroupName: names.get(mapping.accountGroupId ?? '') ?? null }))
}

/**
 * Maps an external group to a role or to an account group, from the next time that the source tells a user's groups.
 * @throws Refusal `forbidden` unless the actor is an owner or the operator; `confirmation_required`; `not_found` for an
 *   unknown source; `input_invalid`: `groupName` is `taken` if it maps to the same already, or `too_many` beyond
 *   {@link maxMappingsOfSource}; `role` is `not_allowed` for any but agent and admin; `accountGroupId` is `unknown`
 */
export async function addMapping(
  services: Services,
  actor: Actor,
  { source, ...input }: GroupMappingInput & Readonly<{ source: string }>,
): Promise<GroupMapping> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  const mapping = { id: randomId('map'), source, ...parseInput(groupMappingSchema, input) }
  await services.db.transaction().execute(async (trx) => {
    await lockMappings(trx)
    const sourceName = await getSourceName(trx, source)
    await requireRoomFor(trx, mapping)
    const group = mapping.accountGroupId === null ? undefined : await findGroup(trx, mapping.accountGroupId)
    if (mapping.accountGroupId !== null && !group) {
      throw new Refusal('input_invalid', { fields: { accountGroupId: 'unknown' } })
    }
    await insertMapping(trx, { ...mapping, createdBy: actorId(actor) })
    const names = { source: sourceName, accountGroup: group?.name ?? '' }
    await recordEvent(trx, actor, mappingEvent('group_mapping.added', mapping, names))
  })
  return mapping
}

/**
 * Removes a mapping. Users keep the access that it gave until the source tells their groups again.
 * @throws Refusal `forbidden` unless the actor is an owner or the operator; `confirmation_required`; `not_found`
 */
export async function removeMapping(
  services: Services,
  actor: Actor,
  { source, id }: Readonly<{ source: string; id: string }>,
): Promise<void> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  await services.db.transaction().execute(async (trx) => {
    const sourceName = await getSourceName(trx, source)
    const mapping = await deleteMapping(trx, source, id)
    if (!mapping) throw new Refusal('not_found')
    const group = mapping.accountGroupId === null ? undefined : await findGroup(trx, mapping.accountGroupId)
    const names = { source: sourceName, accountGroup: group?.name ?? '' }
    await recordEvent(trx, actor, mappingEvent('group_mapping.removed', mapping, names))
  })
}

async function requireRoomFor(trx: DbTransaction, mapping: GroupMapping): Promise<void> {
  if ((await countMappings(trx, mapping.source)) >= maxMappingsOfSource) {
    throw new Refusal('input_invalid', { fields: { groupName: 'too_many' } })
  }
  const isSame = (other: GroupMapping) =>
    other.groupName === mapping.groupName &&
    other.role === mapping.role &&
    other.accountGroupId === mapping.accountGroupId
  if ((await listMappingRows(trx, mapping.source)).some(isSame)) {
    throw new Refusal('input_invalid', { fields: { groupName: 'taken' } })
  }
}

/** The name of a source for readers. @throws Refusal `not_found` */
async function getSourceName(db: Db, source: string): Promise<string> {
  if (source === scimSource) return 'SCIM'
  const label = await findProviderLabel(db, source)
  if (label === undefined) throw new Refusal('not_found')
  return label
}
