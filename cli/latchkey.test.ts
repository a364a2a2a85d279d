import { describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'

const latchkey = createCommandLine()

describe('the process of a command', () => {
  it('works beside concurrent writers', async () => {
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) => latchkey.run('account', 'create', '--id', id, '--name', id)),
    )
    expect(outcomes.map((outcome) => outcome.status)).toEqual([0, 0, 0, 0])
    expect(await latchkey.json('account', 'list')).toMatchObject({ accounts: [{ id: 'a' }, {}, {}, { id: 'd' }] })
  })

  it('prints help, and explains an unknown command', async () => {
    expect(await latchkey.run('--help')).toMatchObject({ status: 0, stderr: '' })
    expect(await latchkey.run('user', 'creat')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean create?'),
    })
    expect(await latchkey.run()).toMatchObject({ status: 2, stdout: '' })
  })

  it('reads standard input, and ends with 1 if it is refused', async () => {
    const jane = ['--email', 'jane@example.com', '--username', 'jane', '--name', 'Jane Roe', '--role', 'admin']
    const created = await latchkey.runWithInput('too short\n', ['user', 'create', ...jane, '--password-stdin'])
    expect(created).toMatchObject({ status: 1, stdout: '', stderr: 'Refused: password is too short.\n' })
  })
})
