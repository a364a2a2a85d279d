import type { Actor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { requireManager, requireRecentConfirmation } from '#lib/permissions.ts'
import { parseReturnAddress } from '#lib/return-addresses/return-address.ts'
import { deleteReturnAddress } from '#lib/return-addresses/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * Stops sending people to an origin, at once: links that were issued for it are refused when they are opened.
 * @throws Refusal `forbidden`, `confirmation_required`, or `not_found`
 */
export async function removeReturnAddress(
  services: Services,
  actor: Actor,
  input: Readonly<{ origin: string }>,
): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const parsed = parseReturnAddress(input.origin)
  if ('problem' in parsed) throw new Refusal('not_found')
  const { origin } = parsed
  await services.db.transaction().execute(async (trx) => {
    if (!(await deleteReturnAddress(trx, origin))) throw new Refusal('not_found')
    await recordEvent(trx, actor, {
      kind: 'return_address.removed',
      subject: { kind: 'return_address', id: origin, name: origin },
    })
  })
}
