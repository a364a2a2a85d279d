import type { Actor, RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'

/** What the steps of one change share: its transaction, and the actor whom its audit events name. */
export type UnitOfWork<By extends RecordedActor = Actor> = Readonly<{
  services: Services
  trx: DbTransaction
  actor: By
}>
