import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by section: the last number of each, as these come first. */
const sections: Readonly<Record<string, number>> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
}
const required = Object.entries(sections).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
)

const states = /^(met(: .+)?|partly|not met|not offered)$/

type Row = Readonly<{ numbers: readonly string[]; state: string; place: string }>

const rows = readFileSync('docs/evidence/asvs.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, numbers = '']) => /^\d/.test(numbers))
  .map(([, numbers = '', , , state = '', place = '']): Row => ({ numbers: numbers.split(', '), state, place }))

/** The files that a row names, and the test titles that follow each. */
function readPlaces({ place }: Row) {
  return [...place.matchAll(/`((?:app|docs|e2e|lib|scripts)\/[^`]+)`((?:,? “[^”]+”)*)/g)].map(
    ([, file = '', titles = '']) => ({
      file,
      titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }),
  )
}

function hasTest(file: string, title: string): boolean {
  const text = readFileSync(file, 'utf8')
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => text.includes(quoted))
}

describe('docs/evidence/asvs.md', () => {
  it('has every requirement once, in order', () => {
    expect(rows.flatMap(({ numbers }) => numbers)).toEqual(required)
  })

  it.each(rows.map((row) => [row.numbers.join(', '), row] as const))('%s names what exists', (_, row) => {
    expect(row.state).toMatch(states)
    for (const { file, titles } of readPlaces(row)) {
      expect(existsSync(file), file).toBe(true)
      expect(titles.length > 0, `${file} has a title if it is a test`).toBe(/\.(test|spec)\.ts$/.test(file))
      for (const title of titles) expect(hasTest(file, title), `${file}: ${title}`).toBe(true)
    }
  })

  it('names a place, or says why there is none, of whatever is met', () => {
    const unplaced = rows.filter((row) => row.state !== 'not offered' && row.place === '')
    expect(unplaced).toEqual([])
  })
})
