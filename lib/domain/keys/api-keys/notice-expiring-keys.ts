import { listDueNotices, takeDueNotice } from '#lib/domain/keys/api-keys/expiry-store.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { maintenanceActor } from '#lib/foundation/authorization/actor.ts'
import { managersOf } from '#lib/foundation/authorization/permissions.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'

/** Keys of one run; the next run continues. */
const maxKeys = 100

/**
 * Records 30, 7 and 1 day before a key expires that it does, and tells its owner and those who manage it. Each notice
 * is given once, however many instances run.
 */
export async function noticeExpiringKeys(services: Services): Promise<void> {
  for (const keyId of await listDueNotices(services.db, maxKeys)) await noticeKey(services, keyId)
}

async function noticeKey(services: Services, keyId: string): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const key = await takeDueNotice(trx, keyId)
    if (!key) return
    const { name, expiresAt, owner } = key
    await recordEvent(trx, maintenanceActor(newRequestId()), keyEvent('api_key.expiring', key, { expiresAt }))
    const facts = { keyId, name, owner: owner.name, expiresAt }
    await queueMail(services, trx, {
      kind: 'key_expiring',
      facts,
      to: { userId: owner.id, roles: managersOf(owner.role) },
    })
  })
}
