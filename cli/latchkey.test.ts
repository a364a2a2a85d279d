import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { requestToken, serveDataFolder } from '#lib/testing/listening-server.ts'
import { completeOnly, isComplete } from '#lib/testing/sampling.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine()
const here = createCommandLine(runCommandLine)

describe('the process of a command', () => {
  // In `npm test`, resilience tests have several processes write to one file.
  completeOnly('works beside concurrent writers', async () => {
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) => latchkey.run('account', 'create', '--id', id, '--name', id)),
    )
    expect(outcomes.map((outcome) => outcome.status)).toEqual([0, 0, 0, 0])
    expect(await latchkey.json('account', 'list')).toMatchObject({ accounts: [{ id: 'a' }, {}, {}, { id: 'd' }] })
  })

  it('reads standard input, and ends with 1 if it is refused', async () => {
    const jane = ['--email', 'jane@example.com', '--username', 'jane', '--name', 'Jane Roe', '--role', 'admin']
    const created = await latchkey.runWithInput('too short\n', ['user', 'create', ...jane, '--password-stdin'])
    expect(created).toMatchObject({ status: 1, stdout: '', stderr: 'Refused: password is too short.\n' })
  })
})

/** Of a command of the server itself. */
const notThere = expect.stringContaining("'doctor' doesn't work")

const createdKey = z.looseObject({ keyId: z.string(), secret: z.string() })

/** Refuses to load modules. */
function without(urls: RegExp) {
  const hook = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  if (${urls}.test(url)) throw new Error('loaded ' + url)
  return next(url, context)
} })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` }
}

const withoutDatabase = without(/kysely|sqlite|node_modules.pg|foundation.db.|store\.ts|foundation.services/)

it('loads only the modules of the command, and all of them to name a command that there is not', async () => {
  const run = (...words: string[]) => latchkey.runWithInput('', words, without(/(keys.leak-desk|server.backup)./))
  expect(await run('account', 'list')).toMatchObject({ status: 0, stderr: '' })
  expect(await run('acount', 'list')).toMatchObject({ status: 1, stderr: expect.stringContaining('loaded ') })
})

it('prints help, which is an error without being asked for, and explains an unknown command', async () => {
  expect(await here.run('--help')).toMatchObject({ status: 0, stderr: '' })
  expect(await here.run()).toMatchObject({ status: 2, stdout: '' })
  const stderr = expect.stringContaining('Did you mean create?')
  expect(await here.run('user', 'creat')).toMatchObject({ status: 2, stdout: '', stderr })
})

describe('with --url', () => {
  it('loads no module of the database, and reads nothing of the environment of a server', async () => {
    const server = await serveDataFolder(here.dataDir)
    const person = ['--username', 'olga', '--email', 'olga@example.com', '--name', 'Olga', '--role', 'owner']
    await here.run('user', 'create', ...person)
    const scopes = 'accounts:write,users:read,keys:write'
    const key = await here.json('key', 'create', '--user', 'olga', '--name', 'Admin', '--scopes', scopes)
    const LATCHKEY_TOKEN = await requestToken(server.url, createdKey.parse(key))
    const elsewhere = { LATCHKEY_TOKEN, DATA_DIR: '/dev/null/no', DATABASE_URL: 'none', PORT: 'none' }
    const there = (...words: string[]) =>
      latchkey.runWithInput('', ['--url', server.url, ...words], { ...elsewhere, ...withoutDatabase })
    const file = join(here.dataDir, 'accounts.csv')
    writeFileSync(file, 'id,name\nx,X\n')
    // The operations of every noun are loaded together.
    expect(await there('account', 'import', file)).toMatchObject({ status: 0 })
    if (isComplete) {
      expect(await there('key', 'create', '--user', 'olga', '--name', 'Shop')).toMatchObject({ status: 0 })
      expect(await there('doctor')).toMatchObject({ status: 2, stderr: notThere })
    }
    expect(await here.run('--url', server.url, 'doctor')).toMatchObject({ status: 2, stderr: notThere })
    const local = await latchkey.runWithInput('', ['account', 'list'], withoutDatabase)
    expect(local).toMatchObject({ status: 1, stderr: expect.stringContaining('loaded ') })
    await server.close()
  })
})
