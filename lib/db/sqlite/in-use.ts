import { readFileSync, statSync } from 'node:fs'

/** Every process with the file open holds SQLite's shared lock on these bytes, far beyond the content. */
const sharedLockAt = 0x40000002

/**
 * Whether another process has the database open. Only detectable on Linux and within one container; otherwise false.
 */
export function isOpenInOtherProcess(file: string): boolean {
  const { ino } = statSync(file)
  return listLocks().some((line) => {
    // 5: POSIX  ADVISORY  READ 1234 08:01:5678 1073741826 1073742335
    const [, , , , pid, place = '', first] = line.trim().split(/\s+/)
    return Number(pid) !== process.pid && place.endsWith(`:${ino}`) && Number(first) === sharedLockAt
  })
}

function listLocks(): string[] {
  try {
    return readFileSync('/proc/locks', 'utf8').split('\n')
  } catch {
    return []
  }
}
