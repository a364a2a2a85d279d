import type { Actor } from '#lib/actor.ts'
import { type ApiKey, hasFields, type KeyFields } from '#lib/api-keys/api-key.ts'
import { keyEvent } from '#lib/api-keys/key-event.ts'
import { findActiveKeyNamed, findKey } from '#lib/api-keys/listing-store.ts'
import { getManagedKey } from '#lib/api-keys/managed-key.ts'
import { type ApiKeyEdit, apiKeyEditSchema } from '#lib/api-keys/schema.ts'
import { lockKeysOf, setKeyFields } from '#lib/api-keys/store.ts'
import { recordEvent } from '#lib/audit/store.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

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
    await changeKeyFields(trx, actor, await getManagedKey(trx, actor, keyId), fields)
  })
}

/**
 * Changes name and texts, with an audit event unless all stay. The caller authorizes and holds the lock of the
 * owner's keys. @throws Refusal `input_invalid` for `same_name`
 */
export async function changeKeyFields(trx: DbTransaction, actor: Actor, key: ApiKey, fields: KeyFields): Promise<void> {
  if (hasFields(key, fields)) return
  const { id, owner, name: formerName } = key
  const { name } = fields
  if (name !== formerName && (await findActiveKeyNamed(trx, owner.id, name))) {
    throw new Refusal('input_invalid', { fields: { name: 'same_name' }, entries: { name: [owner.name] } })
  }
  await setKeyFields(trx, id, fields)
  await recordEvent(trx, actor, keyEvent('api_key.updated', { ...key, name }, { formerName }))
}
