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

/** The path of the master secret if `LATCHKEY_SECRET` is unset. */
export function masterSecretFile(dataDir: string): string {
  return join(dataDir, 'master-secret')
}

/**
 * The master secret of a data folder: created once, readable only by its owner (0600). Two processes that start
 * together get the same one.
 * @throws EnvError if the folder can't be written or the file isn't one that we wrote
 */
export function readOrCreateMasterSecret(dataDir: string): string {
  return readMasterSecret(dataDir) ?? createSecret(dataDir, masterSecretFile(dataDir))
}

/** A data folder's master secret, or `undefined`. @throws EnvError for an unreadable or damaged file */
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
    // Flushed before anything is sealed with it: a power loss must not leave the database without its secret.
    writeFileSync(draft, `${randomToken()}\n`, { mode: 0o600, flush: true })
    chmodSync(draft, 0o600)
    // A link appears atomically and never replaces a file that another process has just created.
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

/** Makes the file's name durable too. Windows has no equivalent. */
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
