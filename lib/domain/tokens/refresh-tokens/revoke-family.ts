import { endSessionsOfFamily } from '#lib/domain/accounts/account-sessions/store.ts'
import type { Family } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { type RevocationReason, revokeFamilyRow } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'

export type Revocation = Readonly<{ reason: RevocationReason; facts?: Readonly<Record<string, number>> }>

/** Revokes a family and the account sessions that it opened. Of concurrent callers, one does and records it. */
export async function revokeFamily(
  services: Services,
  actor: RecordedActor,
  family: Family,
  { reason, facts = {} }: Revocation,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    if (!(await revokeFamilyRow(trx, family.id, reason))) return
    await endSessionsOfFamily(trx, { id: family.id, ownerId: family.owner.id })
    await recordEvent(trx, actor, {
      kind: 'refresh_family.revoked',
      subject: { kind: 'api_key', id: family.key.id, name: family.key.name },
      details: { reason, familyId: family.id, ...facts },
    })
  })
}
