import { statSync } from 'node:fs'

/**
 * The mode of a file that only the server may read: its owner, and the group where the folder lets it write. A platform
 * that chooses the user ID (OpenShift, `fsGroup`) may start the next process as another user of that group.
 */
export function privateModeIn(folder: string): number {
  return isGroupFolder(folder) ? 0o660 : 0o600
}

/** Whether the folder's group may write in it. */
export function isGroupFolder(folder: string): boolean {
  return (statSync(folder).mode & 0o020) !== 0
}
