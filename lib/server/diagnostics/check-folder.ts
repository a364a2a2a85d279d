import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { masterSecretFile } from '#lib/foundation/server-keys/master-secret.ts'
import type { Env } from '#lib/kernel/env.ts'
import { isGroupFolder } from '#lib/kernel/private-mode.ts'
import { type CheckResult, fail, ok, warn } from '#lib/server/diagnostics/check-result.ts'

const mebibyte = 1024 * 1024
const littleSpace = 1024 * mebibyte
const tooLittleSpace = 200 * mebibyte

/** Whether the server can write its folder, and only its owner can read the master secret in it. */
export function checkFolder({ dataDir, masterSecrets }: Env): CheckResult[] {
  if (!existsSync(dataDir)) return []
  if (!isWritable(dataDir) || !isWritable(databaseFile(dataDir))) {
    return [
      fail('permissions', `${dataDir} cannot be written by this user: run as the server's user, or change its owner.`),
    ]
  }
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const isShared = isGroupFolder(dataDir)
  const secretFile = masterSecretFile(dataDir)
  if (!masterSecrets && isOpenToOthers(secretFile, isShared)) {
    return [fail('permissions', `Others on this machine can read the master secret: chmod 600 ${secretFile}`)]
  }
  if (isOpenToOthers(dataDir, isShared))
    return [warn('permissions', `Others on this machine can enter the folder: chmod 700 ${dataDir}`)]
  return [ok('permissions', `Only its owner${isShared ? ' and its group' : ''} can enter ${dataDir}.`)]
}

/** Whether there is free space: a full disk turns every write into a 503. */
export function checkDiskSpace({ dataDir }: Env): CheckResult {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const sentence = `${Math.floor(free / mebibyte)} MiB are free where ${dataDir} lies`
  if (free < tooLittleSpace) return fail('disk space', `${sentence}: make room before writing fails.`)
  if (free < littleSpace) return warn('disk space', `${sentence}: make room soon.`)
  return ok('disk space', `${sentence}.`)
}

function isWritable(path: string): boolean {
  if (!existsSync(path)) return true
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** @param isShared whether the group is meant to use it */
function isOpenToOthers(path: string, isShared: boolean): boolean {
  return existsSync(path) && (statSync(path).mode & (isShared ? 0o007 : 0o077)) !== 0
}
