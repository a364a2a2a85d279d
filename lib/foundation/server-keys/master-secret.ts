import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { randomToken } from '#lib/kernel/crypto.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { privateModeIn } from '#lib/kernel/private-mode.ts'

/** The path of the master secret if `LATCHKEY_SECRET` is unset. */
export function masterSecretFile(dataDir: string): string {
  return join(dataDir, 'master-secret')
}

/**
 * The master secrets of a data folder, newest first: one is created, readable only by the server (0600, or 0660). Two
 * processes that start together get the same one.
 * @throws EnvError if the folder can't be written or the file isn't one that we wrote
 */
export function readOrCreateMasterSecrets(dataDir: string): readonly string[] {
  return readMasterSecrets(dataDir) ?? createSecret(dataDir, masterSecretFile(dataDir))
}

/**
 * A data folder's master secrets, newest first: two, as `new,old`, during a rotation. `undefined` without the file.
 * @throws EnvError for an unreadable or damaged file
 */
export function readMasterSecrets(dataDir: string): readonly string[] | undefined {
  const file = masterSecretFile(dataDir)
  try {
    const secrets = readFileSync(file, 'utf8').trim().split(',')
    if (secrets.length > 2 || secrets.some((secret) => secret.length < 32)) {
      throw new EnvError(`${file} is damaged: restore it from where you keep the master secret.`)
    }
    return secrets
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined
    if (error instanceof EnvError) throw error
    if (isNodeError(error, 'ENOTDIR')) {
      throw new EnvError(`DATA_DIR ${dataDir} is no folder: name one that this user may write to.`, { cause: error })
    }
    throw new EnvError(`${file} cannot be read: check who owns it and its permissions.`, { cause: error })
  }
}

/** Replaces the secrets of a data folder's file: at each moment it holds the former or the new ones. */
export function replaceMasterSecrets(dataDir: string, secrets: readonly string[]): void {
  const file = masterSecretFile(dataDir)
  const draft = writeDraft(file, secrets)
  try {
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dataDir)
}

/** Flushed before anything is sealed with it: a power loss must not leave the database without its secret. */
function writeDraft(file: string, secrets: readonly string[]): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${secrets.join(',')}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, privateModeIn(dirname(file)))
  return draft
}

function createSecret(dataDir: string, file: string): readonly string[] {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeDraft(file, [randomToken()])
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
  const secrets = readMasterSecrets(dataDir)
  if (!secrets) throw new EnvError(`${file} vanished while it was being made.`)
  return secrets
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
