import { addFinalCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { maintenanceActor } from '#lib/foundation/authorization/actor.ts'
import { insertIssuer, replaceIssuer } from '#lib/foundation/server-keys/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'

/**
 * Makes the server's origin the issuer of its database. A change is an entry of the journal, between a checkpoint of
 * the former issuer and one of the new issuer: without it, checkpoints of two issuers would contradict each other.
 */
export async function claimIssuer(services: Services): Promise<void> {
  const issuer = services.env.baseUrl
  const former = await insertIssuer(services.db, issuer)
  if (former === issuer) return
  await signHead(services)
  const hasChanged = await services.db.transaction().execute(async (trx) => {
    if (!(await replaceIssuer(trx, former, issuer))) return false
    await recordEvent(trx, maintenanceActor(newRequestId()), {
      kind: 'database.issuer_changed',
      subject: { kind: 'database', id: null, name: issuer },
      details: { formerIssuer: former, issuer },
    })
    return true
  })
  if (hasChanged) await signHead(services)
}

async function signHead(services: Services): Promise<void> {
  await sealAllEvents(services)
  await addFinalCheckpoint(services)
}
