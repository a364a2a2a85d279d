import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormulas, toCsvLine, unescapeFormulas } from '#lib/kernel/csv.ts'
import { anyCharacter } from '#lib/testing/any-character.ts'
import { sampleSize } from '#lib/testing/sampling.ts'

const delimiters = [',', ';', '\t', '|']
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const fragments = [...delimiters, ...signs, '"', "'", ' ', '\r', '\n', '\u00a0', '\u200b', '\u3000', 'a', '1', 'Acme']
/** Cells made of the characters that matter, and cells of any text. */
const anyCell = fc.oneof(
  fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
)
const anyCells = fc.array(anyCell, { minLength: 1, maxLength: 4 })

/** Spreadsheets, as different as they are: each returns the cells of a line for one delimiter. */
const splitters: Readonly<Record<string, (line: string, delimiter: string) => readonly string[]>> = {
  'respects quotation marks': (line, delimiter) => parse(line, { delimiter, ...lenient }).flat(),
  'ignores quotation marks': (line, delimiter) => parse(line, { delimiter, quote: false, ...lenient }).flat(),
  'splits at every delimiter and line break': (line, delimiter) =>
    line.split(/[\r\n]/).flatMap((part) => part.split(delimiter)),
}
const lenient = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true } as const

function isFormula(cell: string): boolean {
  const text = cell.replace(/^[\s\p{Cc}\p{Cf}"]+/u, '')
  return signs.some((sign) => text.startsWith(sign))
}

/** A quotation mark that is never closed is no reason to accept a formula: such a reading has no cells. */
function split(splitter: keyof typeof splitters, line: string, delimiter: string): readonly string[] {
  try {
    return splitters[splitter]?.(line, delimiter) ?? []
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED') return []
    throw error
  }
}

describe('a CSV line', () => {
  it('quotes commas, quotation marks and line breaks', () => {
    expect(toCsvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', 'two\rlines', null])).toBe(
      'plain,"a,b","say ""hi""","two\nlines","two\rlines",\r\n',
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['＝1+1', "'＝1+1"],
    ['Acme;=1+1', "Acme;'=1+1"],
    ['Acme;"=1+1;y', '"Acme;""\'=1+1;y"'],
    ['Acme; "" =1+1', '"Acme; """" \'=1+1"'],
    ['Acme;\t－1', "Acme;'\t'－1"],
    ['a = b - c', 'a = b - c'],
    ['Müller-Lüdenscheidt', 'Müller-Lüdenscheidt'],
  ])('makes %j plain text', (cell, expected) => {
    expect(toCsvLine([cell])).toBe(`${expected}\r\n`)
  })

  it.each(Object.keys(splitters).flatMap((name) => delimiters.map((delimiter) => [name, delimiter] as const)))(
    'holds no formula for a spreadsheet that %s, at %j',
    (name, delimiter) => {
      fc.assert(
        fc.property(anyCells, (cells) => {
          expect(split(name, toCsvLine(cells), delimiter).filter(isFormula)).toEqual([])
        }),
        { numRuns: sampleSize(1_000) },
      )
    },
  )

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(anyCells, (cells) => {
        const records: string[][] = parse(toCsvLine(cells))
        expect(records.map((record) => record.map(unescapeFormulas))).toEqual([cells])
      }),
      { numRuns: sampleSize(5_000) },
    )
  })

  it.each([' ', '\t', "'", '"', ';', '=;', '\u200b'])('of 100,000 characters %j takes milliseconds', (unit) => {
    const startedAt = performance.now()
    unescapeFormulas(escapeFormulas(`${unit.repeat(100_000 / unit.length)}x`))
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})
