import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  BreachedPasswordsError,
  findFileProblem,
  isBreached,
} from '#lib/foundation/breached-passwords/breached-passwords.ts'
import { isComplete } from '#lib/testing/sampling.ts'

function sha1(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase()
}

const byHash = new Map(
  Array.from({ length: 20_000 }, (_, index) => `breached password ${index}`)
    .map((password): [string, string] => [sha1(password), password])
    .sort(),
)
const passwords = [...byHash.values()]
const lines = [...byHash.keys()].map((hash, index) => `${hash}:${(index % 97) ** 4}`)

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-breached-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'pwned-passwords-sha1-ordered-by-hash.txt')
  writeFileSync(path, text)
  return path
}

describe.each([
  ['line feeds', `${lines.join('\n')}\n`],
  ['carriage returns and line feeds', `${lines.join('\r\n')}\r\n`],
  ['no line feed at its end', lines.join('\n')],
  ['hashes in lower case', `${lines.join('\n')}\n`.toLowerCase()],
])('a file with %s', (_, text) => {
  it('is usable, and has every password of its lines and no other', async () => {
    const path = fileOf(text)
    expect(await findFileProblem(path)).toBeUndefined()
    const sample = passwords.filter((_password, index) => index % (isComplete ? 37 : 370) === 0)
    const found = await Promise.all(sample.map((password) => isBreached(path, password)))
    expect(found).toEqual(sample.map(() => true))
    const others = await Promise.all(sample.map((password) => isBreached(path, `${password} not`)))
    expect(others).toEqual(sample.map(() => false))
  })
})

describe('a password', () => {
  it.each([1, 2, 3, 80, 81, 90, 200, ...(isComplete ? [1_000] : [])])('is found in each of %d lines', async (count) => {
    const path = fileOf(`${lines.slice(0, count).join('\n')}\n`)
    expect(await findFileProblem(path)).toBeUndefined()
    for (const password of passwords.slice(0, count)) expect(await isBreached(path, password)).toBe(true)
    expect(await isBreached(path, passwords[count] ?? '')).toBe(false)
  })

  it('is looked up in composed characters', async () => {
    const path = fileOf(`${sha1('über'.normalize('NFC'))}:3\n`)
    expect(await isBreached(path, 'über'.normalize('NFD'))).toBe(true)
  })
})

describe('a file is refused', () => {
  const shuffled = lines.toSorted((one, other) => one.slice(20).localeCompare(other.slice(20)))
  const ntlm = lines.map((line) => line.slice(8))
  it.each([
    ['that is not sorted by hash', 'is not sorted by hash', `${shuffled.join('\n')}\n`],
    ['of hashes of another kind', 'has lines that are not a SHA-1 hash, a colon and a count', `${ntlm.join('\n')}\n`],
    ['without line feeds', 'has lines that are not a SHA-1 hash, a colon and a count', '0'.repeat(100_000)],
    ['that is empty', 'is empty', ''],
  ])('%s', async (_, problem, text) => {
    const path = fileOf(text)
    expect(await findFileProblem(path)).toBe(problem)
    await expect(isBreached(path, 'any password')).rejects.toEqual(new BreachedPasswordsError(problem))
  })

  it('that is missing, or is a folder', async () => {
    for (const [path, problem] of [
      [join(tmpdir(), 'latchkey-no-such-file'), 'cannot be read (ENOENT)'],
      [tmpdir(), 'cannot be read (EISDIR)'],
    ] as const) {
      expect(await findFileProblem(path)).toBe(problem)
      await expect(isBreached(path, 'any password')).rejects.toEqual(new BreachedPasswordsError(problem))
    }
  })

  // The second step of a search reads a line about a quarter or three quarters into the file.
  it.each([
    [5_000, 'F', passwords[0] ?? ''],
    [15_000, '0', passwords.at(-1) ?? ''],
  ])('by a search whose steps contradict each other, at line %d', async (at, digit, password) => {
    const misplaced = lines.map((line, index) =>
      Math.abs(index - at) < 50 ? line.replace(/^\w+/, digit.repeat(40)) : line,
    )
    await expect(isBreached(fileOf(`${misplaced.join('\n')}\n`), password)).rejects.toThrow('is not sorted by hash')
  })

  it('by a search that meets two lines out of order', async () => {
    const [first = '', ...others] = lines
    const path = fileOf(`${[...others, first].join('\n')}\n`)
    await expect(isBreached(path, passwords.at(-1) ?? '')).rejects.toThrow('is not sorted by hash')
  })
})
