import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { type Resealed, resealRows } from '#lib/foundation/db/reseal-rows.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { findMasterId } from '#lib/foundation/server-keys/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { sealedTables, sealNames } from '#lib/server/master-secret/sealed-columns.ts'

/** What was moved, by table. */
export type Rekeyed = Readonly<Record<string, Resealed>>

/**
 * Moves everything that is encrypted in the database to the newest master secret, while servers run. What is only
 * hashed under the former one (secrets of API keys, refresh tokens) moves when it is used.
 * @throws Refusal `forbidden` unless the actor is the operator; `conflict` before a server has started with the newest
 *   one
 */
export async function rekey({ db, keys }: Pick<Services, 'db' | 'keys'>, actor: Actor): Promise<Rekeyed> {
  if (actor.kind !== 'operator') throw new Refusal('forbidden')
  // A server that doesn't know the newest secret couldn't read what has moved.
  if (keys.all[0] !== keys.current || (await findMasterId(db)) !== keys.current.id) {
    throw new Refusal('conflict', {
      description: 'No server has started with the new master secret yet: restart the servers first.',
    })
  }
  // Before the first of many transactions: an interrupted call has moved something, too.
  await db.transaction().execute((trx) =>
    recordEvent(trx, actor, {
      kind: 'database.rekeyed',
      subject: { kind: 'database', id: null, name: keys.current.id },
      details: {},
    }),
  )
  const rekeyed: Record<string, Resealed> = {}
  for (const name of sealNames) {
    const sealed = sealedTables[name]
    const reseal = (text: string, masterId: string | undefined) => resealText(keys, name, { text, masterId })
    rekeyed[sealed.table] = await resealRows(db, { ...sealed, masterId: keys.current.id, reseal })
  }
  return rekeyed
}

/** @returns the same text if it is under the current key already @throws if no configured secret can read it */
async function resealText(
  { current, all }: ServerKeys,
  name: (typeof sealNames)[number],
  { text, masterId }: Readonly<{ text: string; masterId: string | undefined }>,
): Promise<string> {
  // A response that a former version kept unencrypted.
  if (masterId === undefined && text.startsWith('{')) return seal(current[name], text)
  for (const set of all) {
    if (masterId !== undefined && set.id !== masterId) continue
    const plain = await unseal(set[name], text).catch(() => undefined)
    if (plain !== undefined) return set.id === current.id ? text : seal(current[name], plain)
  }
  throw new Error('no configured master secret can read this')
}
