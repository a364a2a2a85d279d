import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const page = readFileSync(new URL('../docs/management-api.md', import.meta.url), 'utf8')

/** The commands of a help text, with what it says of each. */
async function readHelp(...words: string[]): Promise<readonly (readonly [name: string, about: string])[]> {
  const { stdout } = await latchkey.runWithInput('', [...words, '--help'], { LATCHKEY_URL: 'https://latchkey.invalid' })
  const [, commands = ''] = stdout.split('Commands:')
  const rows = commands.matchAll(/^ {2}(?!help )([a-z][\w-]*)(.*)$/gm)
  return [...rows].map(([, name = '', about = '']) => [name, about] as const)
}

/** The commands of a text, without their options: those after `noun verb` are further verbs of the noun. */
function readNames(text: string): string[] {
  let noun = ''
  return [...text.matchAll(/`([a-z][^`]*)`/g)].map(([, words = '']) => {
    const [one = '', two] = words.split(' ').filter((word) => !word.startsWith('--'))
    if (two === undefined) return noun === '' ? one : `${noun} ${one}`
    noun = one
    return `${one} ${two}`
  })
}

/** The names of the commands, such as `user list` or `why`, by whether they have a remote form. */
async function listCommands() {
  const names = { remote: new Set<string>(), local: new Set<string>() }
  const add = (name: string, about: string) =>
    names[about.includes('Only on the machine') ? 'local' : 'remote'].add(name)
  for (const [noun, about] of await readHelp()) {
    const verbs = await readHelp(noun)
    if (verbs.length === 0) add(noun, about)
    for (const [verb, said] of verbs) add(`${noun} ${verb}`, said)
  }
  return names
}

it('the documentation names every command with a remote form, and every one without', async () => {
  const { remote, local } = await listCommands()
  expect([remote.size > 50, local.size > 10]).toEqual([true, true])
  const [, table = ''] = page.split('| Command | Scopes |\n')
  const rows = table.split('\n\n')[0]?.split('\n').slice(1) ?? []
  expect(new Set(rows.flatMap((row) => readNames(row.split(' | ')[0] ?? '')))).toEqual(remote)
  const [, named = ''] = /say so and end with status 2: ([\s\S]*?), and `user create/.exec(page) ?? []
  expect(new Set(readNames(named))).toEqual(local)
})
