import { setTimeout as sleep } from 'node:timers/promises'
import { addCounts, type ImportCounts, noCounts } from '#lib/domain/accounts/account-imports/account-file.ts'
import { type InvalidLine, parseAccountLine, type StateRow } from '#lib/domain/accounts/account-imports/account-line.ts'
import { importAccountBatch, rowsPerBatch } from '#lib/domain/accounts/account-imports/import-accounts.ts'
import { readTextLines, type TextLine } from '#lib/domain/accounts/account-imports/json-lines.ts'
import { ImportPace } from '#lib/domain/accounts/account-management/import-pace.ts'
import { SeenIds } from '#lib/domain/accounts/account-management/seen-ids.ts'
import { suspendMissing } from '#lib/domain/accounts/account-management/suspend-missing.ts'
import { changeStates } from '#lib/domain/accounts/accounts/change-account.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import { readNow } from '#lib/foundation/db/database.ts'
import { transactInBulk } from '#lib/foundation/db/transact-in-bulk.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { isStopping } from '#lib/kernel/stopping.ts'

/** A client that waits for results before it sends more gets them after this pause. */
const pauseMs = 200

/** How far the number of accounts may be from the expected one before no account is suspended. */
const tolerance = 0.01

const sourceName = 'API import'

export type ImportOutcome = 'created' | 'updated' | 'unchanged'
export type ImportedLine = Readonly<{ line: number; id: string; result: ImportOutcome }>
export type LineResult = ImportedLine | (InvalidLine & Readonly<{ result: 'invalid' }>)

/** `suspended`: accounts that were missing in the input. */
export type ImportSummary = ImportCounts & Readonly<{ invalid: number; suspended: number }>
export type ImportProgress = Readonly<{ results: readonly LineResult[] } | { summary: ImportSummary }>

type AccountStream = Readonly<{
  /** The input, as JSON Lines in UTF-8. */
  chunks: AsyncIterable<Uint8Array>
  /** Authorizes again before each batch: an import may outlast the rights of its client. */
  authorize: () => Promise<Actor>
  /** The number of accounts in the input. If it is given, active accounts that are missing are suspended at the end. */
  expectedCount?: number | undefined
}>

/**
 * Imports accounts while they arrive, one transaction per batch. Takes no more memory for more accounts, apart from
 * eight bytes for each expected one. Repeating an interrupted import leads to the same end. Missing accounts are
 * suspended only if the input has ended properly, every ID was readable, and the number of accounts is within one
 * percent of the expected one. Accounts that were created since the import began are not missing.
 * @returns the results of each batch in order, then the summary
 * @throws Refusal `forbidden`, as `authorize` does, `temporarily_unavailable` when the process stops; `conflict` if
 *   missing accounts can't be told from the input
 */
export async function* synchronizeAccounts(
  services: Services,
  { chunks, authorize, expectedCount }: AccountStream,
): AsyncGenerator<ImportProgress> {
  requireManager(await authorize(), 'accounts:write')
  const startedAt = await readNow(services.db)
  const seen = expectedCount === undefined ? undefined : new SeenIds(Math.floor(expectedCount * (1 + tolerance)))
  let counts = noCounts
  let invalid = 0
  let hasUnreadable = false
  const pace = new ImportPace(services.db)
  for await (const lines of inDistinctBatches(chunks)) {
    if (isStopping(services)) throw new Refusal('temporarily_unavailable', { detail: 'the process stops' })
    const batch = await importBatch(services, await authorize(), lines)
    counts = addCounts(counts, batch.counts)
    for (const result of batch.results) {
      if (result.result === 'invalid') invalid += 1
      if (result.id === null) hasUnreadable = true
      else seen?.add(result.id)
    }
    yield { results: batch.results }
    await pace.rest()
  }
  const suspended =
    seen && expectedCount !== undefined
      ? await suspendMissing(services, {
          authorize,
          seen: requireComplete(seen, expectedCount, hasUnreadable),
          startedAt,
        })
      : 0
  yield { summary: { ...counts, invalid, suspended } }
}

/** @throws Refusal `conflict` unless the input has about the expected number of accounts */
function requireComplete(seen: SeenIds, expectedCount: number, hasUnreadable: boolean): SeenIds {
  const count = seen.count()
  if (hasUnreadable) throw incomplete('A line has no readable ID, so no account was suspended.')
  if (count === undefined || Math.abs(count - expectedCount) > expectedCount * tolerance) {
    throw incomplete('The number of accounts is not within 1 percent of expect, so no account was suspended.')
  }
  return seen
}

function incomplete(description: string): Refusal {
  return new Refusal('conflict', { description })
}

type Batch = Readonly<{ counts: ImportCounts; results: readonly LineResult[] }>

async function importBatch({ db }: Services, actor: Actor, lines: readonly ParsedLine[]): Promise<Batch> {
  const rows = lines.filter((line) => 'account' in line)
  if (rows.length === 0) return { counts: noCounts, results: lines.map((line) => toResult(line, () => 'unchanged')) }
  return transactInBulk(db, async (trx) => {
    const { created, updated } = await importAccountBatch(trx, actor, { fileName: sourceName, rows })
    const changed = new Set([...updated, ...(await changeStates(trx, actor, toStates(rows)))])
    const outcome = (id: string) => (created.has(id) ? 'created' : changed.has(id) ? 'updated' : 'unchanged')
    const results = lines.map((line) => toResult(line, outcome))
    return { counts: count(results), results }
  })
}

type ParsedLine = StateRow | InvalidLine

function toStates(rows: readonly StateRow[]) {
  const withState = (suspended: boolean) =>
    rows.filter((row) => row.suspended === suspended).map(({ account }) => account.id)
  return { suspended: withState(true), active: withState(false) }
}

function toResult(parsed: ParsedLine, outcome: (id: string) => ImportOutcome): LineResult {
  if (!('account' in parsed)) return { ...parsed, result: 'invalid' }
  const { id } = parsed.account
  return { line: parsed.line, id, result: outcome(id) }
}

function count(results: readonly LineResult[]): ImportCounts {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  for (const { result } of results) if (result !== 'invalid') counts[result] += 1
  return counts
}

/** Batches without two accounts of one ID: the later line applies after the earlier one. */
async function* inDistinctBatches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ParsedLine[]> {
  for await (const lines of inBatches(readTextLines(chunks))) {
    let batch: ParsedLine[] = []
    const ids = new Set<string>()
    for (const parsed of lines.map(parseAccountLine)) {
      if ('account' in parsed && ids.has(parsed.account.id)) {
        yield batch
        batch = []
        ids.clear()
      }
      if ('account' in parsed) ids.add(parsed.account.id)
      batch.push(parsed)
    }
    if (batch.length > 0) yield batch
  }
}

/** Full batches, and the lines that have arrived when the client pauses. Reads one chunk ahead. */
async function* inBatches(chunks: AsyncGenerator<readonly TextLine[]>): AsyncGenerator<readonly TextLine[]> {
  const pending: TextLine[] = []
  try {
    for (let next = readAhead(chunks); ; ) {
      const arrived = pending.length === 0 ? await next : await unlessPaused(next)
      if (arrived === 'paused') {
        yield pending.splice(0)
        continue
      }
      if (arrived.done) break
      next = readAhead(chunks)
      pending.push(...arrived.value)
      while (pending.length >= rowsPerBatch) yield pending.splice(0, rowsPerBatch)
    }
    if (pending.length > 0) yield pending
  } finally {
    // Without waiting: after a failure, the client may send nothing more.
    chunks.return(undefined).catch(() => undefined)
  }
}

function readAhead(chunks: AsyncGenerator<readonly TextLine[]>): Promise<IteratorResult<readonly TextLine[]>> {
  const next = chunks.next()
  // `await` still throws the error. A failed import no longer waits for it.
  next.catch(() => undefined)
  return next
}

async function unlessPaused<T>(next: Promise<T>): Promise<T | 'paused'> {
  const timer = new AbortController()
  const pause = sleep(pauseMs, 'paused' as const, { signal: timer.signal }).catch(() => 'paused' as const)
  try {
    return await Promise.race([next, pause])
  } finally {
    timer.abort()
  }
}
