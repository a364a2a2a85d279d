import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const path = (name: string) => join(latchkey.dataDir, name)

let lines: string[]

beforeAll(async () => {
  await latchkey.run('account', 'create', '--id', 'acme', '--name', 'Acme Corporation')
  // Former versions accepted such a name.
  change("update accounts set name = 'Acme\u2028Corporation'")
  await latchkey.run('account', 'suspend', 'acme')
  const { stdout } = await latchkey.run('journal', 'export')
  lines = stdout.trimEnd().split('\n')
  writeFileSync(path('journal.jsonl'), stdout)
})

it('export seals what the server has not, and ends with a checkpoint', async () => {
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { type: 'journal', version: 1, issuer: 'http://localhost:3000', from: 1, previousHash: '0'.repeat(64) },
    expect.objectContaining({ type: 'event', seq: 1, event: expect.objectContaining({ kind: 'account.created' }) }),
    expect.objectContaining({ type: 'event', seq: 2, event: expect.objectContaining({ kind: 'account.suspended' }) }),
    { type: 'checkpoint', token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
  ])
  expect(lines[2]).toContain('Acme\u2028Corporation')
  expect((await latchkey.run('journal', 'export', '--from', '2', '--to', '2')).stdout).toContain('account.suspended')
  expect(await latchkey.run('journal', 'export', '--from', '4')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The journal has the entries 1 to 2.\n',
  })
  expect(await latchkey.run('journal', 'export', '--from', '0')).toMatchObject({ status: 2 })
})

describe('verify', () => {
  const verify = (...words: string[]) => latchkey.run('journal', 'verify', path('journal.jsonl'), ...words)

  it('says what is verified, and that signatures are not without keys', async () => {
    expect(await verify()).toEqual({
      status: 0,
      stdout: 'Entries 1 to 2 are what was sealed. 1 checkpoint agrees.\n',
      stderr: 'Signatures were not verified: give the published keys with --jwks.\n',
    })
  })

  it('names the wrong line', async () => {
    writeFileSync(path('edited.jsonl'), readFileSync(path('journal.jsonl'), 'utf8').replace('Acme', 'Acne'))
    expect(await latchkey.run('journal', 'verify', path('edited.jsonl'))).toEqual({
      status: 1,
      stdout: 'Line 2 is not what was sealed as entry 1: the event or its hash was changed, or the entry was added.\n',
      stderr: '',
    })
  })

  it('compares a kept checkpoint, and refuses keys and files that are none', async () => {
    writeFileSync(path('kept.jws'), `${JSON.parse(lines.at(-1) ?? '').token}\n`)
    expect(await verify('--checkpoint', path('kept.jws'), '--json')).toMatchObject({ status: 0 })
    writeFileSync(path('keys.json'), '{"keys":[]}')
    const kept = await verify('--checkpoint', path('kept.jws'), '--jwks', path('keys.json'))
    expect(kept.stdout).toBe('The given checkpoint is signed with a key that is not among the given ones.\n')
    expect(await verify('--jwks', path('journal.jsonl'))).toMatchObject({ status: 1, stdout: '' })
    expect(await latchkey.run('journal', 'verify', path('none.jsonl'))).toMatchObject({ status: 1, stdout: '' })
  })
})

it('check verifies the database with its own keys', async () => {
  expect(await latchkey.json('journal', 'check')).toMatchObject({ verified: true, signaturesVerified: true, to: 2 })
})

/** Closed at once: its library and the command's don't see each other's locks within one process. */
function change(statements: string): void {
  const db = new DatabaseSync(path('latchkey.db'))
  db.exec(statements)
  db.close()
}

it('check names the issuer of a foreign checkpoint, and an event that was planted', async () => {
  await latchkey.run('account', 'create', '--id', 'two', '--name', 'Two')
  change("update settings set value = 'https://staging.example' where name = 'issuer'")
  await latchkey.run('journal', 'export')
  change("update settings set value = 'http://localhost:3000' where name = 'issuer'")
  expect(await latchkey.run('journal', 'check')).toEqual({
    status: 1,
    stdout:
      'Line 6 has the right hash of entry 3, but is signed as https://staging.example, an issuer that no entry records.\n',
    stderr: '',
  })
  change(`
    delete from journal_checkpoints where seq = 3;
    create table copy as select * from audit_events limit 1;
    update copy set id = 'evt_planted';
    insert into audit_events select * from copy;
    delete from unsealed_events where event_id = 'evt_planted'`)
  expect((await latchkey.run('journal', 'check')).stdout).toBe(
    'The event evt_planted is in the database but not in the journal: it was added without an entry.\n',
  )
})
