import { continueChain } from '#lib/domain/events/journal/chain.ts'
import { appendEntries, findHead, findUnsealed } from '#lib/domain/events/journal/store.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Services } from '#lib/foundation/services.ts'

/** Few enough to delay other writers by a few milliseconds at most. */
export const eventsPerBatch = 500

/**
 * Gives the oldest unsealed events their entries in the journal.
 * @returns how many; 0 if another process has sealed since they were read
 */
export async function sealEvents({ db }: Pick<Services, 'db'>, limit = eventsPerBatch): Promise<number> {
  const { head, events } = await findUnsealed(db, limit)
  if (events.length === 0) return 0
  const entries = continueChain(head, events)
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, journalLock)
    const { seq, hash } = await findHead(trx)
    if (seq !== head.seq || hash !== head.hash) return 0
    await appendEntries(trx, entries)
    return entries.length
  })
}

/** Seals all events that are unsealed now, unless another process is sealing them. */
export async function sealAllEvents(services: Pick<Services, 'db'>): Promise<void> {
  while ((await sealEvents(services)) === eventsPerBatch);
}

/** Held while the journal changes. */
export const journalLock = 'journal'
