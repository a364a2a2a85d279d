import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { RestoreContext } from '#lib/foundation/db/copy/restore-target.ts'
import { backUp } from '#lib/server/backup/back-up.ts'
import type { RestoreResult } from '#lib/server/backup/finalize-restore.ts'
import { type RestoreOrder, restoreBackup } from '#lib/server/backup/restore-backup.ts'
import { root } from '#lib/testing/people.ts'
import type { TestServices } from '#lib/testing/test-services.ts'

/** A folder for the files of one test. */
export function newTestFolder(): string {
  const folder = mkdtempSync(join(inject('dataFolders'), 'backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The address of the services' database for connections that a command opens itself, under the same frozen clock. */
export function testDatabaseUrl({ env, clock }: TestServices): string | undefined {
  if (!env.databaseUrl) return undefined
  return `${env.databaseUrl}?options=${encodeURIComponent(`-c latchkey.now=${clock.now()}`)}`
}

/** Where the command would restore to, while these services go on. */
export function restoreSite(services: TestServices): RestoreContext {
  const { env, clock } = services
  return { env: { ...env, databaseUrl: testDatabaseUrl(services) }, clock, onWait: () => undefined }
}

/** A backup of now. @returns its file */
export async function makeBackup(services: TestServices): Promise<string> {
  const file = join(newTestFolder(), 'copy.db')
  await backUp(services, root, { file })
  return file
}

/** Restores a backup as the operator. */
export function restoreTo(
  services: TestServices,
  file: string,
  order: Omit<RestoreOrder, 'file'> = {},
): Promise<RestoreResult> {
  return restoreBackup(restoreSite(services), root, { file, ...order })
}
