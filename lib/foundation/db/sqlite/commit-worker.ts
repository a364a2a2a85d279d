import { parentPort, workerData } from 'node:worker_threads'
import type { Batch } from '#lib/foundation/db/sqlite/batch.ts'
import { CommitGroup } from '#lib/foundation/db/sqlite/commit-group.ts'
import {
  type BatchResult,
  type Order,
  type OrderedBatch,
  readError,
  type Step,
  type WrittenError,
} from '#lib/foundation/db/sqlite/commit-thread.ts'
import { openSqlite } from '#lib/foundation/db/sqlite/connection.ts'
import { retryWhileBusy } from '#lib/foundation/db/sqlite/errors.ts'
import { systemClock } from '#lib/kernel/clock.ts'

const { file, busyTimeoutMs } = workerData as Readonly<{ file: string; busyTimeoutMs: number }>
const connection = openSqlite(file, systemClock, busyTimeoutMs)

/** The transaction that is open between orders. */
let open: CommitGroup | undefined
let steps = Promise.resolve()

parentPort?.on('message', (order: Order | 'close') => {
  // A step comes after the one before it, which may wait for another process.
  if (order !== 'close' && order.step) steps = steps.then(() => answer(order))
  else void answer(order)
})

async function answer(order: Order | 'close'): Promise<void> {
  if (order === 'close') {
    connection.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(await carryOut(order))
  }
}

async function carryOut({ texts, batches, limitMs, step }: Order): Promise<readonly BatchResult[]> {
  const given = batches.map((batch) => toBatch(texts, batch))
  const deadline = performance.now() + limitMs
  try {
    if (step) return await takeStep(step, given, deadline)
    return (await commitUnprotected(given, deadline)) ?? (await commitProtected(given, deadline))
  } catch (error) {
    return step ? [writeError(error)] : batches.map(() => writeError(error))
  }
}

async function takeStep(step: Step, batches: readonly Batch[], deadline: number): Promise<readonly BatchResult[]> {
  if (step === 'begin') open = await openGroup(deadline)
  const group = open
  if (step === 'commit' || step === 'rollback') open = undefined
  // It could not begin, or began on a thread that has failed since then.
  if (!group) throw readError({ message: 'no transaction is open', code: 'SQLITE_IOERR' })
  if (step === 'rollback') group.rollBack()
  if (step === 'commit') group.commit()
  return batches.map((batch) => group.run(batch))
}

/**
 * Without a savepoint for each batch, which would take 8 percent of the time of a link.
 * @returns undefined if the consequence of a batch has failed: then nothing is committed
 */
async function commitUnprotected(
  batches: readonly Batch[],
  deadline: number,
): Promise<readonly BatchResult[] | undefined> {
  const group = await openGroup(deadline)
  const results = batches.map((batch) => attempt(() => group.runUnprotected(batch)))
  // A statement that fails by itself has changed nothing.
  const isHalfDone = (result: BatchResult, index: number) => 'message' in result && batches[index]?.consequences
  if (results.some(isHalfDone)) return undefined
  group.commit()
  return results
}

async function commitProtected(batches: readonly Batch[], deadline: number): Promise<readonly BatchResult[]> {
  const group = await openGroup(deadline)
  const results = batches.map((batch) => attempt(() => group.run(batch)))
  group.commit()
  return results
}

/** Rolls back a group that was given up. */
function openGroup(deadline: number): Promise<CommitGroup> {
  return retryWhileBusy(deadline, () => new CommitGroup(connection, false))
}

function toBatch(texts: readonly string[], { text, parameters, consequences }: OrderedBatch): Batch {
  const statement = { sql: texts[text] ?? '', parameters }
  return consequences ? { ...statement, consequences: consequences.map((each) => toBatch(texts, each)) } : statement
}

function attempt(work: () => BatchResult): BatchResult {
  try {
    return work()
  } catch (error) {
    return writeError(error)
  }
}

function writeError(error: unknown): WrittenError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}
