import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#lib/clock.ts'
import { CommitGroup } from '#lib/db/sqlite/commit-group.ts'
import {
  type CommitOrder,
  type CommitReport,
  type Statement,
  type WrittenError,
  writeError,
} from '#lib/db/sqlite/commit-message.ts'
import { type Outcome, openSqlite } from '#lib/db/sqlite/connection.ts'

// Runs on a thread of its own, one order after the other.
const { file, busyTimeoutMs } = workerData as Readonly<{ file: string; busyTimeoutMs: number }>
const connection = openSqlite(file, systemClock, busyTimeoutMs)

parentPort?.on('message', async (order: CommitOrder | 'close') => {
  if (order === 'close') {
    connection.close()
    parentPort?.close()
  } else {
    parentPort?.postMessage(await carryOut(order))
  }
})

async function carryOut({ statements, limitMs }: CommitOrder): Promise<CommitReport> {
  try {
    const group = await CommitGroup.begin(connection, performance.now() + limitMs)
    const report = statements.map((statement) => attempt(group, statement))
    group.commit()
    await group.ended
    return report
  } catch (error) {
    return statements.map(() => writeError(error))
  }
}

function attempt(group: CommitGroup, { sql, parameters }: Statement): Outcome | WrittenError {
  try {
    return group.run(sql, parameters)
  } catch (error) {
    return writeError(error)
  }
}
