import { z } from 'zod'
import {
  endSessionsIssuedTo,
  endSessionsOutsideLimits,
  listIssueAddresses,
} from '#lib/domain/accounts/account-sessions/store.ts'
import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { requireKnown } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { findKey } from '#lib/domain/keys/api-keys/listing-store.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { type Narrowing, toNarrowing, type WantedLimits } from '#lib/domain/keys/api-keys/narrow-limits.ts'
import { narrowingFields } from '#lib/domain/keys/api-keys/schema.ts'
import { lockKeysOf, narrowKey } from '#lib/domain/keys/api-keys/store.ts'
import { findUnregisteredOrigins } from '#lib/domain/links/return-addresses/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { isInside } from '#lib/kernel/networks.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export const narrowingSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  /** Computes the effect, and changes nothing. */
  preview: z.boolean().default(false),
  ...narrowingFields,
})

/** What a narrowing changes, and how many open accounts it closes. */
export type NarrowingEffect = Readonly<{ narrowing: Narrowing; sessions: number }>

/**
 * Narrows the limits of a key, for its tokens, links and open accounts as well: each of their uses reads the limits as
 * they are now.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`, and as {@link narrow}
 */
export async function narrowApiKey(
  services: Services,
  actor: Actor,
  input: z.input<typeof narrowingSchema>,
): Promise<NarrowingEffect> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { keyId, preview, ...wanted } = parseInput(narrowingSchema, input)
  let effect: NarrowingEffect | undefined
  try {
    return await services.db.transaction().execute(async (trx) => {
      const key = await getManagedKey(trx, actor, { id: keyId })
      await lockKeysOf(trx, key.owner.id)
      effect = await narrow(trx, actor, { key: await getManagedKey(trx, actor, { id: keyId }), wanted })
      if (preview) throw new Undo()
      return effect
    })
  } catch (error) {
    // A preview counts by the statements that apply the limits.
    if (error instanceof Undo && effect) return effect
    throw error
  }
}

class Undo extends Error {}

/**
 * Narrows a key, closes the accounts that it may no longer have open, and records the change, unless all stays. The
 * caller authorizes and holds the lock of the owner's keys.
 * @throws Refusal as `toNarrowing`; `input_invalid`, `unknown` for unknown accounts and origins that are not
 *   registered; `conflict` if the key is revoked or expired, or its limits have changed meanwhile
 */
export async function narrow(
  trx: DbTransaction,
  actor: Actor,
  { key, wanted }: Readonly<{ key: ApiKey; wanted: WantedLimits }>,
): Promise<NarrowingEffect> {
  const narrowing = toNarrowing(key, wanted)
  const { accountIds, networks, returnAddresses } = narrowing
  if (Object.keys(narrowing).length === 0) return { narrowing, sessions: 0 }
  if (accountIds?.from === null) requireKnown('accountIds', await findUnknownIds(trx, accountIds.to))
  if (returnAddresses?.from === null) {
    requireKnown('returnAddresses', await findUnregisteredOrigins(trx, returnAddresses.to))
  }
  if (!(await narrowKey(trx, key.id, narrowing))) throw refusalOf(await findKey(trx, key.id))
  const holder = { id: key.id, ownerId: key.owner.id }
  const outside = networks
    ? (await listIssueAddresses(trx, holder)).filter((address) => !isInside(networks.to, address))
    : []
  let sessions = await endSessionsOutsideLimits(trx, holder)
  for (let at = 0; at < outside.length; at += maxAddresses) {
    sessions += await endSessionsIssuedTo(trx, holder, outside.slice(at, at + maxAddresses))
  }
  await recordEvent(trx, actor, keyEvent('api_key.narrowed', key, { ...toFacts(narrowing), sessions }))
  return { narrowing, sessions }
}

/** In one statement: both engines limit the values of one. */
const maxAddresses = 500

/** Each limit that changed, as it is and as it was. */
function toFacts(narrowing: Narrowing): Readonly<Record<string, string | null>> {
  const changed = keyLimitNames.flatMap((name) => {
    const change = narrowing[name]
    const formerName = `former${name.charAt(0).toUpperCase()}${name.slice(1)}`
    return change ? [[name, change.to.join(' ')] as const, [formerName, change.from?.join(' ') ?? null] as const] : []
  })
  return Object.fromEntries(changed)
}

/** Read again: on PostgreSQL another transaction may have changed the key since the first read. */
function refusalOf(key: ApiKey | undefined): Refusal {
  const isOver = key?.state !== 'active' && key?.state !== 'disabled'
  return new Refusal('conflict', {
    detail: isOver ? 'the key is revoked or expired' : 'the limits of the key have changed meanwhile',
  })
}
