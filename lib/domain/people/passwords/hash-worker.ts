import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

const niceness = 10

// On Linux it concerns only this thread; elsewhere it would slow down the whole process. Only root may go back.
if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness)

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
