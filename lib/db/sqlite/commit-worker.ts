import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#lib/clock.ts'
import type { Batch } from '#lib/db/sqlite/batch.ts'
import { CommitGroup } from '#lib/db/sqlite/commit-group.ts'
import type { BatchResult, CommitOrder, OrderedBatch, WrittenError } from '#lib/db/sqlite/commit-thread.ts'
import { openSqlite } from '#lib/db/sqlite/connection.ts'
import { retryWhileBusy } from '#lib/db/sqlite/errors.ts'

const { file, busyTimeoutMs } = workerData as Readonly<{ file: string; busyTimeoutMs: number }>
const connection = openSqlite(file, systemClock, busyTimeoutMs)

parentPort?.on('message', async (order: CommitOrder | 'close') => {
  if (order === 'close') {
    connection.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(await commit(order))
  }
})

async function commit({ texts, batches, limitMs }: CommitOrder): Promise<readonly BatchResult[]> {
  try {
    const group = await retryWhileBusy(performance.now() + limitMs, () => new CommitGroup(connection, false))
    const results = batches.map((batch) => run(group, toBatch(texts, batch)))
    group.commit()
    return results
  } catch (error) {
    return batches.map(() => writeError(error))
  }
}

function toBatch(texts: readonly string[], { text, parameters, consequences }: OrderedBatch): Batch {
  const statement = { sql: texts[text] ?? '', parameters }
  return consequences ? { ...statement, consequences: consequences.map((each) => toBatch(texts, each)) } : statement
}

function run(group: CommitGroup, batch: Batch): BatchResult {
  try {
    return group.run(batch)
  } catch (error) {
    return writeError(error)
  }
}

function writeError(error: unknown): WrittenError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}
