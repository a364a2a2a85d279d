import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#lib/clock.ts'
import { CommitGroup } from '#lib/db/sqlite/commit-group.ts'
import type { CommitOrder, StatementResult, WrittenError } from '#lib/db/sqlite/commit-thread.ts'
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

async function commit({ texts, statements, limitMs }: CommitOrder): Promise<readonly StatementResult[]> {
  try {
    const group = await retryWhileBusy(performance.now() + limitMs, () => new CommitGroup(connection, false))
    const results = statements.map(({ text, parameters }) => run(group, texts[text] ?? '', parameters))
    group.commit()
    return results
  } catch (error) {
    return statements.map(() => writeError(error))
  }
}

function run(group: CommitGroup, sql: string, parameters: readonly unknown[]): StatementResult {
  try {
    return group.run(sql, parameters)
  } catch (error) {
    return writeError(error)
  }
}

function writeError(error: unknown): WrittenError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}
