import { expect, it } from 'vitest'
import { compareCommands } from '#lib/testing/compared-commands.ts'
import { runCommandLine } from './command-line.ts'

const { here, there, compare } = compareCommands(runCommandLine)

it('settings change changes what is given, and show shows it', async () => {
  const { one } = await compare('settings', 'change', '--name', 'Contoso', '--accent', '#0A5FB4')
  expect(one).toEqual({
    status: 0,
    stderr: '',
    stdout: 'name           Contoso\naccent         #0a5fb4\nlogo           –\nsecond factor  offered\n',
  })
  expect((await compare('settings', 'show')).one).toEqual(one)
  const { one: cleared } = await compare('settings', 'change', '--name', '', '--json')
  expect(JSON.parse(cleared.stdout)).toEqual({
    name: null,
    accent: '#0a5fb4',
    logoUrl: null,
    secondFactor: 'offered',
  })
  await compare('settings', 'change', '--accent', '')
  expect((await compare('settings', 'show', '--json')).one.stdout).toContain('"accent":null')
})

it('settings change is refused for a color that is not valid, and without a change', async () => {
  expect((await compare('settings', 'change', '--accent', 'blue')).one).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Refused: accent is not valid.\n',
  })
  for (const run of [here, there]) expect(await run('settings', 'change')).toMatchObject({ status: 2, stdout: '' })
})
