import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { randomToken } from '#lib/crypto.ts'
import { EnvError } from '#lib/env.ts'

/** Where the master secret lies when `LATCHKEY_SECRET` is unset. */
export function masterSecretFile(dataDir: string): string {
  return join(dataDir, 'master-secret')
}

/**
 * The master secret of a data folder: created once, readable by its owner alone (0600).
 * Two processes that start together end up with the same one.
 * @throws EnvError when the folder cannot be written or the file is not what we wrote.
 */
export function readOrCreateMasterSecret(dataDir: string): string {
  return readMasterSecret(dataDir) ?? createSecret(dataDir, masterSecretFile(dataDir))
}

/**
 * The master secret of a data folder; undefined where there is none yet.
 * @throws EnvError when the file cannot be read or is not what we wrote
 */
export function readMasterSecret(dataDir: string): string | undefined {
  const file = masterSecretFile(dataDir)
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length < 32) throw new EnvError(`${file} is damaged: restore it from where you keep the master secret.`)
    return secret
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined
    if (error instanceof EnvError) throw error
    if (isNodeError(error, 'ENOTDIR')) {
      throw new EnvError(`DATA_DIR ${dataDir} is no folder: name one that this user may write to.`, { cause: error })
    }
    throw new EnvError(`${file} cannot be read: check who owns it and its permissions.`, { cause: error })
  }
}

function createSecret(dataDir: string, file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // On the disk before anything is sealed with it: a power cut must not leave the database without its secret.
    writeFileSync(draft, `${randomToken()}\n`, { mode: 0o600, flush: true })
    chmodSync(draft, 0o600)
    // A link appears whole or not at all, and never replaces the one another process has just made.
    linkSync(draft, file)
    syncFolder(dataDir)
  } catch (error) {
    if (!isNodeError(error, 'EEXIST')) {
      throw new EnvError(`DATA_DIR ${dataDir} cannot be written: make it a folder that this user may write to.`, {
        cause: error,
      })
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = readMasterSecret(dataDir)
  if (!secret) throw new EnvError(`${file} vanished while it was being made.`)
  return secret
}

/** Makes the file's name durable too. Windows knows no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isNodeError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
