import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { account } from '#lib/testing/accounts.ts'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const file = join(latchkey.dataDir, 'accounts.csv')

describe('account', () => {
  it('create, suspend, list and resume', async () => {
    expect(await latchkey.json('account', 'create', '--id', 'nord', '--name', 'Nord', '--locale', 'de-at')).toEqual({
      ...account({ id: 'nord', name: 'Nord', locale: 'de-at' }),
      createdAt: expect.any(Number),
      suspendedAt: null,
    })
    expect((await latchkey.run('account', 'suspend', 'nord')).stdout).toBe(
      'Suspended nord (Nord). No user can open it.\n',
    )
    expect(await latchkey.run('account', 'list')).toEqual({
      status: 0,
      stdout: 'ACCOUNT ID  NAME  LOCALE  STATE\nnord        Nord  de-at   suspended\n',
      stderr: '',
    })
    expect(await latchkey.json('account', 'resume', 'nord')).toMatchObject({ id: 'nord', suspendedAt: null })
  })

  it('is refused for a taken ID and for an unknown one', async () => {
    await latchkey.run('account', 'create', '--id', 'twice', '--name', 'First')
    expect(await latchkey.run('account', 'create', '--id', 'twice', '--name', 'Again')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: id is taken.\n',
    })
    expect(await latchkey.run('account', 'suspend', 'nowhere')).toMatchObject({ status: 1, stdout: '' })
  })

  it('create requires a name', async () => {
    expect(await latchkey.run('account', 'create', '--id', 'x')).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('account import', () => {
  it('adds, changes and keeps accounts', async () => {
    writeFileSync(file, 'id,name,locale\nsued,Süd,de-de\nost,Ost,fr-fr\n')
    expect(await latchkey.json('account', 'import', file)).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      badRows: [],
      unusedColumns: [],
    })
    writeFileSync(file, 'id,name,phone\nsued,Südwest,1\nost,Ost,2\n')
    expect(await latchkey.run('account', 'import', file)).toEqual({
      status: 0,
      stdout: 'Added 0, changed 1, left 1 unchanged, skipped 0.\n',
      stderr: 'Ignored columns: phone.\n',
    })
  })

  it('writes nothing if a line is bad, unless bad lines are skipped', async () => {
    writeFileSync(file, 'id,name,locale\nluv,Luv,de-de\nlee,,nl-nl\n')
    expect(await latchkey.run('account', 'import', file)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'line 3 (lee): name is missing\nNothing was imported: 1 line is bad. Correct the file or use --skip-bad.\n',
    })
    expect((await latchkey.run('account', 'list')).stdout).not.toContain('luv')
    expect(await latchkey.json('account', 'import', file, '--skip-bad')).toMatchObject({ created: 1, skipped: 1 })
  })

  it('is refused for an unreadable file', async () => {
    expect(await latchkey.run('account', 'import', join(latchkey.dataDir, 'missing.csv'))).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The file cannot be read\. \(.*\)\n$/),
    })
  })
})
