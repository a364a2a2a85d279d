import type { Actor } from '#lib/actor.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import type { EventKind } from '#lib/audit/event.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { requireKeyManager, requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * One change of a key's state with its audit event. Asked for again it succeeds and records nothing: the state is as
 * asked.
 * @param apply one conditional statement; says whether it changed the key
 * @throws Refusal `not_found`, `forbidden`, or `conflict` when the key is revoked, which is final
 */
export async function changeKeyState(
  services: Services,
  actor: Actor,
  keyId: string,
  change: Readonly<{ event: EventKind; apply: (db: Db, keyId: string, ownerId: string) => Promise<boolean> }>,
): Promise<void> {
  requireManager(actor)
  await services.db.transaction().execute(async (trx) => {
    const key = await findKey(trx, keyId)
    if (!key) throw new Refusal('not_found')
    requireKeyManager(actor, key.owner)
    if (await change.apply(trx, keyId, key.owner.id)) {
      await recordEvent(trx, actor, {
        kind: change.event,
        subject: { kind: 'api_key', id: keyId, name: key.name },
        details: { owner: key.owner.name, ownerId: key.owner.id },
      })
    } else if (change.event !== 'api_key.revoked' && (await isRevoked(trx, keyId))) {
      throw new Refusal('conflict', { detail: 'the key is revoked' })
    }
  })
}

/** Asked anew: on PostgreSQL it may have been revoked since it was read, and then nothing was changed. */
async function isRevoked(db: Db, keyId: string): Promise<boolean> {
  return (await findKey(db, keyId))?.state === 'revoked'
}
