import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { keyEvent } from '#lib/api-keys/key-event.ts'
import { findActiveKeyNamed, findKey } from '#lib/api-keys/listing-store.ts'
import { getManagedKey } from '#lib/api-keys/managed-key.ts'
import { type ApiKeyEdit, apiKeyEditSchema } from '#lib/api-keys/schema.ts'
import { lockKeysOf, setNameAndNote } from '#lib/api-keys/store.ts'
import { recordEvent } from '#lib/audit/store.ts'
import type { DbTransaction } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Changes a key's name and note, in any state. Records an event unless both stay.
 * @throws Refusal `forbidden`, `not_found`, or `input_invalid` with each field's problem: `same_name` if another active
 *   key of the owner has the name
 */
export async function updateApiKey(services: Services, actor: Actor, input: ApiKeyEdit): Promise<void> {
  requireManager(actor)
  const { keyId, name, note } = parseInput(apiKeyEditSchema, input)
  await services.db.transaction().execute(async (trx) => {
    const ownerId = (await findKey(trx, keyId))?.owner.id
    if (ownerId === undefined) throw new Refusal('not_found')
    await lockKeysOf(trx, ownerId)
    await changeNameAndNote(trx, actor, await getManagedKey(trx, actor, keyId), { name, note })
  })
}

/**
 * Changes the name and the note, with an audit event unless both stay. The caller authorizes and holds the lock of the
 * owner's keys. @throws Refusal `input_invalid` for `same_name`
 */
export async function changeNameAndNote(
  trx: DbTransaction,
  actor: Actor,
  key: ApiKey,
  { name, note }: Readonly<{ name: string; note: string }>,
): Promise<void> {
  if (name === key.name && note === (key.note ?? '')) return
  const { id, owner, name: formerName } = key
  if (name !== formerName && (await findActiveKeyNamed(trx, owner.id, name))) {
    throw new Refusal('input_invalid', { fields: { name: 'same_name' }, entries: { name: [owner.name] } })
  }
  await setNameAndNote(trx, id, { name, note: note === '' ? null : note })
  await recordEvent(trx, actor, keyEvent('api_key.updated', { ...key, name }, { formerName }))
}
