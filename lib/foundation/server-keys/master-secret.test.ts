import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { masterSecretFile, readOrCreateMasterSecrets } from '#lib/foundation/server-keys/master-secret.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { runAtOnce } from '#lib/testing/run-at-once.ts'
import { isComplete } from '#lib/testing/sampling.ts'

let dataDir: string
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'latchkey-test-')), 'data')
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the file with the master secret', () => {
  it('is made once, for its owner alone, and nothing else is left behind', () => {
    const secrets = readOrCreateMasterSecrets(dataDir)
    expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(readOrCreateMasterSecrets(dataDir)).toEqual(secrets)
    expect(readdirSync(dataDir)).toEqual(['master-secret'])
    expect(statSync(masterSecretFile(dataDir)).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  it('is the same for processes that start at the same moment', async () => {
    mkdirSync(dataDir)
    const secrets = await runAtOnce(
      isComplete ? 6 : 2,
      `import { readOrCreateMasterSecrets } from '#lib/foundation/server-keys/master-secret.ts'`,
      `process.stdout.write(readOrCreateMasterSecrets(${JSON.stringify(dataDir)}).join())`,
    )
    expect(new Set(secrets)).toEqual(new Set(readOrCreateMasterSecrets(dataDir)))
    expect(readdirSync(dataDir)).toEqual(['master-secret'])
  })

  it.each(['', 'short', ' \n', `${'a'.repeat(43)},short`, Array(3).fill('a'.repeat(43)).join()])(
    'is refused when it holds %j',
    (text) => {
      mkdirSync(dataDir)
      writeFileSync(masterSecretFile(dataDir), text)
      const file = masterSecretFile(dataDir)
      expect(() => readOrCreateMasterSecrets(dataDir)).toThrow(
        new EnvError(`${file} is damaged: restore it from where you keep the master secret.`),
      )
    },
  )

  it('is refused when it is a folder', () => {
    mkdirSync(masterSecretFile(dataDir), { recursive: true })
    expect(() => readOrCreateMasterSecrets(dataDir)).toThrow(/cannot be read: check who owns it/)
  })

  it('cannot be made where the folder is a file', () => {
    writeFileSync(dataDir, '')
    expect(() => readOrCreateMasterSecrets(dataDir)).toThrow(
      new EnvError(`DATA_DIR ${dataDir} is no folder: name one that this user may write to.`),
    )
  })
})
