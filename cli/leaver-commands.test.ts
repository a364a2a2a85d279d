import { beforeAll, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)

beforeAll(async () => {
  await latchkey.run(
    'user',
    'create',
    '--email',
    'lea@example.com',
    '--username',
    'lea',
    '--name',
    'Lea',
    '--role',
    'admin',
  )
})

it('user leaver-sheet prints each list, and that there is none', async () => {
  await latchkey.run('key', 'create', '--user', 'lea', '--name', 'Own')
  const { status, stdout } = await latchkey.run('user', 'leaver-sheet', 'lea')
  expect(status).toBe(0)
  expect(stdout.replace(/lkid_\w{20}/g, 'lkid_x').split('\n')).toEqual([
    'Lea (lea, admin), active',
    '',
    'Secrets seen or handed over: none',
    '',
    'Signing secrets of webhooks: none',
    '',
    'Links that still work: none',
    '',
    'Keys owned',
    expect.stringMatching(/^KEY ID +NAME +STATE +LAST USED \(UTC\)$/),
    expect.stringMatching(/^lkid_x +Own +active +–$/),
    '',
    'Accounts opened last: none',
    '',
    'Portal sessions: none',
    '',
    'Open accounts: none',
    '',
  ])
  expect(await latchkey.json('user', 'leaver-sheet', 'lea')).toMatchObject({
    user: { username: 'lea' },
    secrets: [],
    keys: [{ name: 'Own' }],
  })
})

it('user rotate-seen-secrets says that nothing is left', async () => {
  expect(await latchkey.run('user', 'rotate-seen-secrets', 'lea')).toEqual({
    status: 0,
    stdout: 'No key is left to rotate.\n',
    stderr: '',
  })
})
