import { z } from 'zod'
import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import type { GeneratedApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import {
  type AddKey,
  prepareGenerated,
  prepareRegistered,
  type RegisteredApiKey,
  requireKnown,
} from '#lib/domain/keys/api-keys/generate-api-key.ts'
import {
  directoryUsername,
  type KeyPurpose,
  keyPurposes,
  purposeScopes,
} from '#lib/domain/keys/api-keys/key-purpose.ts'
import type { NewApiKeyInput } from '#lib/domain/keys/api-keys/schema.ts'
import { type HandedOverKey, prepareHandedOver } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { addUser, checkNewUser, newUserId } from '#lib/domain/people/users/create-user.ts'
import { deriveUsernameOfProgram } from '#lib/domain/people/users/derive-username.ts'
import { replaceGivenGroups } from '#lib/domain/people/users/group-access.ts'
import { accountGroupIdsSchema } from '#lib/domain/people/users/schema.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireGiverOf, requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

type NewServiceUser = Readonly<{ name: string; accountIds: readonly string[]; accountGroupIds: readonly string[] }>

/** `owner`: the ID of a user, or a service user who is added with the key. */
export type KeyForPurpose = Omit<NewApiKeyInput, 'ownerId' | 'scopes'> &
  Readonly<{ purpose: string; owner: string | NewServiceUser; scopes: readonly string[] }> &
  Readonly<{ secretTo: 'show' | 'link' } | { secretTo: 'publicKey'; publicJwk: unknown }>

const purposeSchema = z.object({ purpose: z.enum(keyPurposes, 'malformed') })

const directoryName = 'Provisioning'

/** Who may have a key for this purpose, if a service user is added for it. */
const roleFor: Readonly<Record<KeyPurpose, Role>> = { open: 'service', manage: 'service_admin', scim: 'service_admin' }

/**
 * Generates a key for a purpose, and in the same transaction its owner, if that is a new service user. A key for a
 * directory belongs to the service user "Provisioning", doesn't expire and has no limits.
 * @throws Refusal as `generateApiKey` and `createUser`; `newOwnerName` and `newOwnerAccounts` are the fields of a new
 *   owner; `forbidden` for a directory unless the actor may add such a service user; `input_invalid`: `scopes` is
 *   `not_allowed` for this purpose
 */
export async function generateKeyForPurpose(
  services: Services,
  actor: Actor,
  input: KeyForPurpose,
): Promise<GeneratedApiKey | RegisteredApiKey | HandedOverKey> {
  requireManager(actor, 'keys:write')
  requireRecentConfirmation(actor, services.clock.now())
  const { purpose } = parseInput(purposeSchema, { purpose: input.purpose })
  if (purpose === 'scim') requireGiverOf(actor, roleFor.scim)
  const { ownerId, addOwner } = await prepareOwner(services, actor, { purpose, owner: input.owner })
  const addKey = await prepareKey(services, actor, { ...input, purpose, ownerId })
  return services.db.transaction().execute(async (trx) => {
    await addOwner?.(trx)
    return addKey(trx)
  })
}

type PreparedOwner = Readonly<{ ownerId: string; addOwner?: (trx: DbTransaction) => Promise<void> }>

async function prepareOwner(
  services: Services,
  actor: Actor,
  { purpose, owner }: Readonly<{ purpose: KeyPurpose; owner: string | NewServiceUser }>,
): Promise<PreparedOwner> {
  const role = roleFor[purpose]
  if (purpose === 'scim') {
    const known = await findUserByName(services.db, directoryUsername)
    if (known?.role === role && known.deactivatedAt === null) return { ownerId: known.id }
    return prepareServiceUser(services, actor, { role, name: directoryName, accountIds: [], accountGroupIds: [] })
  }
  return typeof owner === 'string' ? { ownerId: owner } : prepareServiceUser(services, actor, { role, ...owner })
}

async function prepareServiceUser(
  services: Services,
  actor: Actor,
  { role, name, accountIds, accountGroupIds }: NewServiceUser & Readonly<{ role: Role }>,
): Promise<PreparedOwner> {
  return namingOwnFields(async () => {
    const username = await deriveUsernameOfProgram(services.db, name)
    const user = await checkNewUser(services, actor, { role, name, username, accountScope: 'list', accountIds })
    requireKnown('accountIds', await findUnknownIds(services.db, user.accountIds))
    const { groupIds } = parseInput(z.object({ groupIds: accountGroupIdsSchema }), { groupIds: accountGroupIds })
    const ownerId = newUserId()
    const addOwner = (trx: DbTransaction) =>
      namingOwnFields(async () => {
        const added = await addUser(trx, actor, { ...user, id: ownerId })
        if (groupIds.length > 0) await replaceGivenGroups(trx, actor, { user: added, groupIds })
      })
    return { ownerId, addOwner }
  })
}

/** The fields of a new owner, next to those of the key. A username is derived: it can only be taken meanwhile. */
const ownerFields: Readonly<Record<string, string>> = {
  name: 'newOwnerName',
  username: 'newOwnerName',
  accountIds: 'newOwnerAccounts',
  groupIds: 'newOwnerAccounts',
  accountGroupIds: 'newOwnerAccounts',
}

async function namingOwnFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error) || error.fields === undefined) throw error
    const rename = <Value>(fields: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(fields).map(([field, value]) => [ownerFields[field] ?? field, value]))
    throw new Refusal(error.code, {
      fields: rename(error.fields),
      ...(error.entries && { entries: rename(error.entries) }),
      cause: error,
    })
  }
}

async function prepareKey(
  services: Services,
  actor: Actor,
  { purpose, ...input }: KeyForPurpose & Readonly<{ purpose: KeyPurpose; ownerId: string }>,
): Promise<AddKey<GeneratedApiKey | RegisteredApiKey | HandedOverKey>> {
  const { name, allowSameName, ownerId } = input
  const { always, choices } = purposeScopes[purpose]
  if (purpose === 'scim')
    return prepareGenerated(services, actor, { name, allowSameName, ownerId, scopes: [...always] })
  const isChoice = (scope: string) => choices.some((choice) => choice === scope)
  if (!input.scopes.every(isChoice)) throw new Refusal('input_invalid', { fields: { scopes: 'not_allowed' } })
  const key = { ...input, scopes: [...always, ...input.scopes] }
  if (key.secretTo === 'link') return prepareHandedOver(services, actor, key)
  return key.secretTo === 'publicKey' ? prepareRegistered(services, actor, key) : prepareGenerated(services, actor, key)
}
