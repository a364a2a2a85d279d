import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// On Linux it concerns this thread alone; elsewhere it would slow down the whole process.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
