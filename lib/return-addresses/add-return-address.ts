import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import { parseReturnAddress, type ReturnAddress } from '#lib/return-addresses/return-address.ts'
import { insertReturnAddress } from '#lib/return-addresses/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Lets people be sent back to an origin, from now on.
 * @throws Refusal `forbidden`, `confirmation_required`, or `input_invalid` with a problem of `origin`:
 * `required`, `malformed`, `insecure` (http outside loopback) or `taken`
 */
export async function addReturnAddress(
  services: Services,
  actor: Actor,
  input: Readonly<{ origin: string }>,
): Promise<ReturnAddress> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const parsed = parseReturnAddress(input.origin)
  if ('problem' in parsed) throw new Refusal('input_invalid', { fields: { origin: parsed.problem } })
  const { origin } = parsed
  return services.db.transaction().execute(async (trx) => {
    const createdAt = await insertReturnAddress(trx, origin, actor.kind === 'person' ? actor.userId : actor.kind)
    if (createdAt === undefined) throw new Refusal('input_invalid', { fields: { origin: 'taken' } })
    await recordEvent(trx, actor, {
      kind: 'return_address.added',
      subject: { kind: 'return_address', id: origin, name: origin },
    })
    return { origin, createdAt, createdByName: actor.kind === 'person' ? actor.name : undefined }
  })
}
