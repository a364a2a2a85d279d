import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
import { masterSecretFile, readOrCreateMasterSecrets } from '#lib/foundation/server-keys/master-secret.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { checkFolder } from '#lib/server/diagnostics/check-folder.ts'

it.each([
  [0o700, 0o600, 'ok', 'Only its owner can enter'],
  [0o770, 0o660, 'ok', 'Only its owner and its group can enter'],
  [0o775, 0o660, 'warn', 'Others on this machine can enter the folder'],
  [0o755, 0o600, 'warn', 'Others on this machine can enter the folder'],
] as const)(
  'a folder of mode %o has files of mode %o, and doctor says %s',
  async (folderMode, fileMode, verdict, text) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-mode-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    chmodSync(dataDir, folderMode)
    const env = readEnv({ DATA_DIR: dataDir })
    await migrateDatabase(env, systemClock, () => undefined)
    readOrCreateMasterSecrets(dataDir)
    for (const file of [databaseFile(dataDir), masterSecretFile(dataDir)]) {
      expect((statSync(file).mode & 0o777).toString(8)).toBe(fileMode.toString(8))
    }
    expect(checkFolder(env)).toEqual([{ check: 'permissions', verdict, sentence: expect.stringContaining(text) }])
  },
)
