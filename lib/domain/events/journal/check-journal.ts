import type { JSONWebKeySet } from 'jose'
import { exportJournal } from '#lib/domain/events/journal/export-journal.ts'
import { findPlantedEvent, listCheckpointKeys } from '#lib/domain/events/journal/store.ts'
import { type JournalProblem, type VerifiedJournal, verifyJournal } from '#lib/domain/events/journal/verify-journal.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'

/**
 * Verifies the journal of the live database with its own checkpoints, and one that was kept elsewhere: only that one
 * can show that the database's administrator has rewritten all of it. Then, that no event was added without the
 * journal.
 */
export async function checkJournal(
  services: Services,
  actor: Actor,
  keptCheckpoint: string | undefined,
): Promise<VerifiedJournal | JournalProblem> {
  const lines = trimEnds(await exportJournal(services, actor))
  const verdict = await verifyJournal(lines, { keys: await readCheckpointKeys(services), keptCheckpoint })
  if ('problem' in verdict) return verdict
  const eventId = await findPlantedEvent(services.db)
  return eventId === undefined ? verdict : { line: 0, problem: 'planted', eventId }
}

/** The public keys of every checkpoint, also of those whose signing key has since been retired (RFC 7517 §5). */
export async function readCheckpointKeys({ db }: Pick<Services, 'db'>): Promise<JSONWebKeySet> {
  return { keys: (await listCheckpointKeys(db)).map((jwk) => JSON.parse(jwk)) }
}

async function* trimEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield line.trimEnd()
}
