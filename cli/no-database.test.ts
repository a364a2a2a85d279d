import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const ada = ['--username', 'ada', '--email', 'ada@example.com', '--name', 'Ada Lovelace', '--role', 'owner']

let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-none-'))
  dataDir = join(folder, 'data')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const run = (...words: string[]) => latchkey.runWithInput('', words, { DATA_DIR: dataDir })

function missing(place: string) {
  return {
    status: 1,
    stdout: '',
    stderr: `There is no database of Latchkey in ${place}. Give the command the server's variables, such as DATA_DIR, or create a database with "latchkey migrate".\n`,
  }
}

it.each([
  ['account list', ['account', 'list']],
  ['journal export', ['journal', 'export']],
  ['key list', ['key', 'list']],
  ['settings', ['settings', 'show']],
  ['backup', ['backup', '/tmp/latchkey-no-backup.db']],
  ['activity export', ['activity', 'export']],
  ['user change', ['user', 'change', 'ada', '--name', 'Ada']],
])('%s says that there is no database, and creates neither it nor a secret', async (_name, words) => {
  expect(await run(...words)).toEqual(missing(dataDir))
  expect(existsSync(dataDir)).toBe(false)
})

it('an empty file is no database either', async () => {
  dataDir = folder
  writeFileSync(join(folder, 'latchkey.db'), '')
  expect(await run('account', 'list')).toEqual(missing(folder))
  expect(readdirSync(folder)).not.toContain('master-secret')
})

it('migrate and user create create it, and say where, once', async () => {
  expect(await run('migrate')).toMatchObject({ status: 0, stderr: `Creating a database in ${dataDir}.\n` })
  expect(await run('migrate')).toMatchObject({ status: 0, stderr: '' })
  dataDir = join(folder, 'second')
  const created = await run('user', 'create', ...ada)
  expect(created.status).toBe(0)
  expect(created.stderr).toMatch(new RegExp(`^Creating a database in ${dataDir}\\.\\n`))
  expect(await run('user', 'list')).toMatchObject({ status: 0, stdout: expect.stringContaining('Ada Lovelace') })
})

it('a database that has lost its master secret gets no new one', async () => {
  await run('user', 'create', ...ada)
  const file = join(dataDir, 'master-secret')
  rmSync(file)
  expect(await run('user', 'list')).toEqual({
    status: 1,
    stdout: '',
    stderr: `${file} is missing: put it back, or set LATCHKEY_SECRET to what it held.\n`,
  })
  expect(existsSync(file)).toBe(false)
})
