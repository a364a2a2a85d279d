import { recordEvent } from '#lib/audit/record-event.ts'
import type { Family } from '#lib/refresh-tokens/family.ts'
import { revokeFamily } from '#lib/refresh-tokens/store.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

/** Ends a family of which a copy is in use. Nobody can tell thief from owner, so both are out (RFC 9700 §4.14.2). */
export async function revokeReusedFamily(
  services: Services,
  source: Source,
  reuse: Readonly<{ family: Family; presentedGeneration: number }>,
): Promise<void> {
  const { family, presentedGeneration } = reuse
  await services.db.transaction().execute(async (trx) => {
    if (!(await revokeFamily(trx, family.id, 'reused'))) return
    await recordEvent(
      trx,
      { kind: 'visitor', ...source },
      {
        kind: 'refresh_family.revoked',
        subject: { kind: 'api_key', id: family.key.id, name: family.key.name },
        details: {
          reason: 'reused',
          familyId: family.id,
          presentedGeneration,
          currentGeneration: family.generation,
        },
      },
    )
  })
}
