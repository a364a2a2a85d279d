import { setImmediate } from 'node:timers/promises'
import { toCanonicalJson } from '#lib/domain/events/journal/chain.ts'
import { addFinalCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import {
  findEntry,
  findFirstKept,
  findFormerIssuer,
  findHead,
  listCheckpoints,
  listEntries,
} from '#lib/domain/events/journal/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import { findIssuer } from '#lib/foundation/server-keys/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const entriesPerRead = 500

/** Numbers of the first and the last entry. */
export type JournalRange = Readonly<{ from?: number | undefined; to?: number | undefined }>

/**
 * The journal as JSON Lines, each in canonical form (RFC 8785): one that says where it starts, then entries, each
 * checkpoint after its entry. Without `to`, it ends with the events of now and a checkpoint.
 * @throws Refusal `forbidden`; `invalid_request` for entries that don't exist or are no longer kept
 */
export async function exportJournal(
  services: Services,
  actor: Actor,
  { from, to }: JournalRange = {},
): Promise<AsyncIterable<string>> {
  requireManager(actor)
  if (to === undefined) {
    await sealAllEvents(services)
    await addFinalCheckpoint(services)
  }
  const { seq: last } = await findHead(services.db)
  const start = await findFirstKept(services.db)
  const range = { from: from ?? start, to: to ?? last }
  const kept = `The journal has the entries ${start} to ${last}.`
  if (range.from < start || range.to > last || range.from > range.to + 1) {
    throw new Refusal('invalid_request', { description: kept })
  }
  return writeLines(services, range)
}

async function* writeLines(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { from, to }: Readonly<{ from: number; to: number }>,
): AsyncGenerator<string> {
  const before = await findEntry(db, from - 1)
  if (!before) throw new Error(`entry ${from - 1} is missing`)
  // Entries of the range say how it changes.
  const issuer = (await findFormerIssuer(db, from)) ?? (await findIssuer(db)) ?? env.baseUrl
  yield toLine({ type: 'journal', version: 1, issuer, from, previousHash: before.hash })
  for (let after = from - 1; after < to; ) {
    const entries = await listEntries(db, { after, to }, entriesPerRead)
    const last = entries.at(-1)?.seq
    if (last === undefined) throw new Error(`entry ${after + 1} is missing`)
    const checkpoints = await listCheckpoints(db, after + 1, last)
    for (const { seq, hash, event } of entries) {
      yield toLine({ type: 'event', seq, hash, event })
      if (checkpoints[0]?.seq === seq) yield toLine({ type: 'checkpoint', token: checkpoints.shift()?.token })
    }
    after = last
    // SQLite reads block the event loop: let other requests run.
    await setImmediate()
  }
}

function toLine(value: object): string {
  return `${toCanonicalJson(value)}\n`
}
