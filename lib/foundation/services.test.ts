import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getServices, installServices, openCommandServices } from '#lib/foundation/services.ts'
import { EnvError } from '#lib/kernel/env.ts'
import { openTestServices, type TestServices, testBaseUrl, testSecret } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
  installServices(undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a server whose file of breached passwords', () => {
  it.each([
    ['is missing', undefined, 'cannot be read (ENOENT)'],
    ['is not sorted', `${'B'.repeat(40)}:1\n${'A'.repeat(40)}:1\n`, 'is not sorted by hash'],
  ])('%s does not start, and says why in one sentence', async (_, text, problem) => {
    const path = join(services.env.dataDir, 'breached.txt')
    if (text !== undefined) writeFileSync(path, text)
    vi.stubEnv('BASE_URL', testBaseUrl)
    vi.stubEnv('BREACHED_PASSWORDS_FILE', path)
    await expect(getServices()).rejects.toEqual(
      new EnvError(`BREACHED_PASSWORDS_FILE is not usable: ${path} ${problem}.`),
    )
  })

  it('is missing still has a command line that works', async () => {
    const { dataDir, databaseUrl } = services.env
    const env = {
      ...services.env,
      masterSecrets: [testSecret],
      databaseUrl,
      breachedPasswordsFile: join(dataDir, 'no'),
    }
    const opened = await openCommandServices(env)
    await opened.db.destroy()
  })
})
