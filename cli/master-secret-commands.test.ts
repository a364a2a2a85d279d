import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openServerKeys } from '#lib/foundation/server-keys/open-server-keys.ts'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const file = join(latchkey.dataDir, 'master-secret')
const readSecrets = () => readFileSync(file, 'utf8').trim().split(',')
const run = (verb: string, ...words: string[]) => latchkey.run('master-secret', verb, ...words)

/** What a start of the server does with the secrets of the file. */
async function restartServer(): Promise<void> {
  const env = readEnv({ DATA_DIR: latchkey.dataDir })
  const { db } = await openCommandServices({ ...env, logLevel: 'silent' })
  await openServerKeys(db, env, 'server')
  await db.destroy()
}

const early = 'No server has started with the new master secret yet: restart the servers first.\n'

it('rotate, rekey and retire replace the secret of the file, each in its turn', async () => {
  await latchkey.run('user', 'create', '--service', '--username', 'orders', '--name', 'Orders')
  await latchkey.run('key', 'create', '--user', 'orders', '--name', 'Shop')
  const [old] = readSecrets()
  expect(await run('retire')).toMatchObject({ status: 1, stderr: 'The file holds one secret only.\n' })
  expect(await run('rotate')).toMatchObject({ status: 0 })
  expect(readSecrets()).toEqual([expect.stringMatching(/^[\w-]{43}$/), old])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await run('rotate')).toMatchObject({
    status: 1,
    stderr: 'The file holds two secrets already: finish with "retire".\n',
  })
  expect(await run('rekey')).toEqual({ status: 1, stdout: '', stderr: early })
  expect(await run('retire')).toEqual({ status: 1, stdout: '', stderr: early })
  await restartServer()
  expect(await run('rekey')).toMatchObject({ status: 0, stdout: expect.stringContaining('webhooks: 0 moved\n') })
  const refused = await run('retire')
  expect(refused.stderr).toMatch(/^Still made with the old one: 1 API key\. Use or rotate Shop \(lkid_\w+\)\./)
  expect(await run('retire', '--force')).toMatchObject({ status: 0 })
  expect(readSecrets()).toHaveLength(1)
  expect(readSecrets()).not.toContain(old)
  expect(await latchkey.run('user', 'list')).toMatchObject({ status: 0 })
  const { stdout } = await latchkey.run('activity', 'export', '--kind', 'database', '--json')
  const { events } = JSON.parse(stdout)
  expect(events).toMatchObject([
    { kind: 'database.master_secret_retired', subject: { name: file }, details: { mode: 'force' } },
    { kind: 'database.rekeyed', actor: { kind: 'operator' } },
    { kind: 'database.master_secret_rotated', subject: { name: file } },
  ])
  expect(stdout).not.toContain(old)
})

it('is refused where LATCHKEY_SECRET is set', async () => {
  const variables = { LATCHKEY_SECRET: readSecrets()[0] ?? '' }
  expect(await latchkey.runWithInput('', ['master-secret', 'rotate'], variables)).toMatchObject({
    status: 1,
    stderr: 'LATCHKEY_SECRET is set: change it there, in the order of docs/operating.md.\n',
  })
})
