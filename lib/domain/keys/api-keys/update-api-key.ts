import { type ApiKey, hasFields, type KeyFields } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { findActiveKeyNamed, findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { type ApiKeyEdit, apiKeyEditSchema } from '#lib/domain/keys/api-keys/schema.ts'
import { lockKeysOf, setKeyFields } from '#lib/domain/keys/api-keys/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * Changes a key's name and texts, in any state. Records an event unless all stay.
 * @throws Refusal `forbidden`, `not_found`, or `input_invalid` with each field's problem: `same_name` if another active
 *   key of the owner has the name
 */
export async function updateApiKey(services: Services, actor: Actor, input: ApiKeyEdit): Promise<void> {
  requireManager(actor)
  const { keyId, ...fields } = parseInput(apiKeyEditSchema, input)
  await services.db.transaction().execute(async (trx) => {
    const ownerId = (await findKey(trx, keyId))?.owner.id
    if (ownerId === undefined) throw new Refusal('not_found')
    await lockKeysOf(trx, ownerId)
    await changeKeyFields(trx, actor, { key: await getManagedKey(trx, actor, { id: keyId }), fields })
  })
}

/**
 * Changes name and texts, with an audit event unless all stay. The caller authorizes and holds the lock of the
 * owner's keys. @throws Refusal `input_invalid` for `same_name`
 */
export async function changeKeyFields(
  trx: DbTransaction,
  actor: Actor,
  { key, fields }: Readonly<{ key: ApiKey; fields: KeyFields }>,
): Promise<void> {
  if (hasFields(key, fields)) return
  const { id, owner, name: formerName } = key
  const { name } = fields
  if (name !== formerName && (await findActiveKeyNamed(trx, owner.id, name))) {
    throw new Refusal('input_invalid', { fields: { name: 'same_name' }, entries: { name: [owner.name] } })
  }
  await setKeyFields(trx, id, fields)
  await recordEvent(
    trx,
    actor,
    keyEvent('api_key.updated', { ...key, name }, { formerName, ...keyFields.toDetails(key, fields) }),
  )
}
