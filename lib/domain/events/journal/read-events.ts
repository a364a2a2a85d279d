import { awaitEntries } from '#lib/domain/events/journal/await-entries.ts'
import type { JournalEntry } from '#lib/domain/events/journal/chain.ts'
import { findCurrentCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import type { EventsQuery } from '#lib/domain/events/journal/events-schema.ts'
import type { JournalEvent } from '#lib/domain/events/journal/journal-event.ts'
import { findFirstSeq, findHead, listEntries } from '#lib/domain/events/journal/store.ts'
import { authorizeToken, type TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { isStopping } from '#lib/kernel/stopping.ts'

/** One response reads at most so many entries, however few of them have the right kind. */
const entriesPerRead = 10_000

/** `next`: where to go on. `head`: the last entry of the journal. */
type EventPage = Readonly<{ events: readonly JournalEntry<JournalEvent>[]; next: number; head: number }>

export type EventsAnswer = Pick<EventPage, 'events' | 'next'> & Readonly<{ checkpoint: string | null }>

/**
 * Sealed events after an entry, in order and without a gap; waits for the next one if asked to.
 * @throws Refusal as `authorizeToken` and `awaitEntries` do; `unknown_position` if the journal ends before `after`, or
 *   events after it are no longer kept
 */
export async function readEvents(services: Services, client: TokenHolder, query: EventsQuery): Promise<EventsAnswer> {
  const until = performance.now() + query.wait * secondMs
  let holder = client
  for (let { after } = query; ; ) {
    // Again after each wait: the key may have been revoked meanwhile.
    await authorizeToken(services, holder, 'events:read')
    holder = { ...client, isCounted: true }
    const { events, next, head } = await readPage(services.db, { ...query, after })
    const leftMs = until - performance.now()
    if (events.length > 0 || next < head || leftMs <= 0 || isStopping(services)) {
      return { events, next, checkpoint: await findCurrentCheckpoint(services) }
    }
    after = next
    await awaitEntries(services, { after, keyId: client.token.keyId, forMs: leftMs })
  }
}

async function readPage(db: Db, { after, kind, limit }: Omit<EventsQuery, 'wait'>): Promise<EventPage> {
  const { seq: head } = await findHead(db)
  const from = after === 0 ? ((await findFirstSeq(db)) ?? 1) - 1 : after
  const to = Math.min(from + entriesPerRead, head)
  const entries = await listEntries(db, { after: from, to, kinds: kind }, limit)
  // Events are removed from the start. If none was until now, `entries` has no gap.
  const first = (await findFirstSeq(db)) ?? 1
  if (after > head || (after > 0 && after < first)) throw new Refusal('unknown_position')
  const events = entries.filter(hasEvent)
  const missing = entries.find(({ seq, event }) => event === null && seq > first)
  if (missing) throw new Error(`entry ${missing.seq} has lost its event`)
  return { events, next: entries.length === limit ? (entries.at(-1)?.seq ?? to) : to, head }
}

function hasEvent(entry: JournalEntry<JournalEvent | null>): entry is JournalEntry<JournalEvent> {
  return entry.event !== null
}
