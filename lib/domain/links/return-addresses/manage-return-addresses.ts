import {
  parseReturnAddress,
  type ReturnAddress,
  returnAddressEvent,
} from '#lib/domain/links/return-addresses/return-address.ts'
import {
  deleteReturnAddress,
  insertReturnAddress,
  listReturnAddressRows,
} from '#lib/domain/links/return-addresses/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

type Input = Readonly<{ origin: string }>

/** Allows users to return to an origin. @throws Refusal `forbidden`, `confirmation_required`, `input_invalid` */
export async function addReturnAddress(services: Services, actor: Actor, input: Input): Promise<ReturnAddress> {
  const origin = prepareOrigin(services, actor, input)
  return services.db.transaction().execute((trx) => insertOrigin(trx, actor, origin))
}

function prepareOrigin({ clock }: Services, actor: Actor, input: Input): string {
  requireManager(actor, 'return-addresses:write')
  requireRecentConfirmation(actor, clock.now())
  const parsed = parseReturnAddress(input.origin)
  if ('problem' in parsed) throw new Refusal('input_invalid', { fields: { origin: parsed.problem } })
  return parsed.origin
}

async function insertOrigin(trx: DbTransaction, actor: Actor, origin: string): Promise<ReturnAddress> {
  const createdAt = await insertReturnAddress(trx, origin, actorId(actor))
  if (createdAt === undefined) throw new Refusal('input_invalid', { fields: { origin: 'taken' } })
  await recordEvent(trx, actor, returnAddressEvent('return_address.added', origin))
  return { origin, createdAt, createdByName: actor.kind === 'person' ? actor.name : undefined }
}

/** Removes an origin: links for it are refused. @throws Refusal `forbidden`, `confirmation_required`, `not_found` */
export async function removeReturnAddress(services: Services, actor: Actor, input: Input): Promise<void> {
  requireManager(actor, 'return-addresses:write')
  requireRecentConfirmation(actor, services.clock.now())
  const parsed = parseReturnAddress(input.origin)
  if ('problem' in parsed) throw new Refusal('not_found')
  const { origin } = parsed
  await services.db.transaction().execute(async (trx) => {
    if (!(await deleteReturnAddress(trx, origin))) throw new Refusal('not_found')
    await recordEvent(trx, actor, returnAddressEvent('return_address.removed', origin))
  })
}

/** All return addresses by origin; they are few. @throws Refusal `forbidden` */
export async function listReturnAddresses({ db }: Services, actor: Actor): Promise<readonly ReturnAddress[]> {
  requireManager(actor, 'return-addresses:read')
  return listReturnAddressRows(db)
}
