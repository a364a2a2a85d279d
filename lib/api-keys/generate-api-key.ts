import { findUnknownIds } from '#lib/accounts/store.ts'
import { type Actor, actorId } from '#lib/actor.ts'
import { type GeneratedApiKey, newKeyId } from '#lib/api-keys/api-key.ts'
import { hashKeySecret, newKeySecret } from '#lib/api-keys/key-secret.ts'
import { formatLimit } from '#lib/api-keys/limits.ts'
import { findActiveKeyNamed } from '#lib/api-keys/listing-store.ts'
import { type NewApiKeyInput, newApiKeySchema } from '#lib/api-keys/schema.ts'
import { findActiveOwner, insertApiKey } from '#lib/api-keys/store.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { dayMs } from '#lib/clock.ts'
import type { Db } from '#lib/db/database.ts'
import { takeLock } from '#lib/db/lock.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireKeyManager, requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * Makes a key that acts as its owner. The secret in the result is the only copy there will ever be.
 * @param input without `expiresInDays` the key never expires
 * Scopes and limits cannot be changed later. A second active key of one name and owner is refused to a person with
 * `name: 'same_name'` unless `allowSameName`; scripts of an operator may repeat a name.
 * @throws Refusal `forbidden`, `confirmation_required`, or `input_invalid` with the problem of each field: `ownerId`
 *   is `unknown` where the owner does not exist or is deactivated, `accountIds` where one of them is no account
 */
export async function generateApiKey(
  services: Services,
  actor: Actor,
  input: NewApiKeyInput,
): Promise<GeneratedApiKey> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const {
    name,
    ownerId,
    expiresInDays,
    allowSameName = actor.kind === 'operator',
    ...chosen
  } = parseInput(newApiKeySchema, input)
  await requireKnownAccounts(services.db, chosen.accountIds)
  const allowed = {
    scopes: chosen.scopes.join(' '),
    accountIds: formatLimit(chosen.accountIds),
    networks: formatLimit(chosen.networks),
  }
  const id = newKeyId()
  const secret = newKeySecret()
  return services.db.transaction().execute(async (trx) => {
    const owner = await findActiveOwner(trx, ownerId)
    if (!owner) throw new Refusal('input_invalid', { fields: { ownerId: 'unknown' } })
    requireKeyManager(actor, owner)
    // Two requests with one name, such as a form that is sent twice, are decided one after the other.
    await takeLock(trx, `keys of ${ownerId}`)
    const sameName = await findActiveKeyNamed(trx, ownerId, name)
    if (sameName && !allowSameName) {
      throw new Refusal('input_invalid', { fields: { name: 'same_name' }, entries: { name: [owner.name] } })
    }
    const { expiresAt } = await insertApiKey(trx, {
      id,
      name,
      ...keepSecret(services, secret),
      ownerId,
      createdBy: actorId(actor),
      ...allowed,
      lifeMs: expiresInDays === null ? null : expiresInDays * dayMs,
    })
    await recordEvent(trx, actor, {
      kind: 'api_key.generated',
      subject: { kind: 'api_key', id, name },
      details: { owner: owner.name, ownerId, expiresAt, ...allowed },
    })
    return { id, secret, name, expiresAt, ownerUsername: owner.username, sameNameKeyId: sameName?.id }
  })
}

async function requireKnownAccounts(db: Db, accountIds: readonly string[]): Promise<void> {
  const unknown = await findUnknownIds(db, accountIds)
  if (unknown.length === 0) return
  throw new Refusal('input_invalid', { fields: { accountIds: 'unknown' }, entries: { accountIds: unknown } })
}

function keepSecret({ keys: { current } }: Services, secret: string) {
  return { secretHash: hashKeySecret(current, secret), masterId: current.id }
}
