import { maintenanceActor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { addFinalCheckpoint } from '#lib/journal/checkpoint.ts'
import { sealAllEvents } from '#lib/journal/seal-events.ts'
import { newRequestId } from '#lib/request-context.ts'
import { insertIssuer, replaceIssuer } from '#lib/server-keys/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Makes the server's origin the issuer of its database. A change is an entry of the journal, between a checkpoint of the
 * former issuer and one of the new issuer: without it, checkpoints of two issuers would contradict each other.
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
