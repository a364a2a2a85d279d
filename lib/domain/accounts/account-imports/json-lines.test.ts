import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { maxBlankLines, readTextLines, type TextLine } from '#lib/domain/accounts/account-imports/json-lines.ts'

async function read(...chunks: (string | Uint8Array)[]): Promise<TextLine[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  const lines: TextLine[] = []
  for await (const some of readTextLines(Readable.from(bytes))) lines.push(...some)
  return lines
}

describe('lines of a body', () => {
  it('are the same however the body is cut, with characters of several bytes', async () => {
    const text = '{"a":"Zürich 🏔"}\r\n\n  \nsecond\nthird'
    const expected = [
      { line: 1, text: '{"a":"Zürich 🏔"}\r' },
      { line: 4, text: 'second' },
      { line: 5, text: 'third' },
    ]
    const bytes = Buffer.from(text)
    for (let size = 1; size <= bytes.length; size++) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      expect(await read(...parts)).toEqual(expected)
    }
  })

  it('have no text if they are not UTF-8, and the next ones do', async () => {
    expect(await read(Buffer.from([0x61, 0xff, 0x0a]), 'b\n')).toEqual([
      { line: 1, text: undefined },
      { line: 2, text: 'b' },
    ])
  })

  it('have no text beyond 8 KiB, in one chunk or in many', async () => {
    const fits = 'x'.repeat(8 * 1024)
    expect(await read(`${fits}\n${fits}y\nz`)).toEqual([
      { line: 1, text: fits },
      { line: 2, text: undefined },
      { line: 3, text: 'z' },
    ])
    const endless = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000))
    expect(await read(...endless, '\n', 'z')).toEqual([
      { line: 1, text: undefined },
      { line: 2, text: 'z' },
    ])
  })

  it('may be blank 10,000 times more often than not', async () => {
    const blank = '\n'.repeat(maxBlankLines)
    expect(await read(`a\n${blank}`, 'b\n\n')).toEqual([
      { line: 1, text: 'a' },
      { line: 10_002, text: 'b' },
    ])
    const tooMany = { code: 'invalid_request', description: 'The body has too many blank lines.' }
    await expect(read(`a\n${blank}\n\n`)).rejects.toMatchObject(tooMany)
    await expect(read(`a\n${'\r\n'.repeat(10_000)}`, ' \n\t\n')).rejects.toMatchObject(tooMany)
  })

  it('let others pass between chunks without content', async () => {
    let passed = false
    setImmediate(() => {
      passed = true
    })
    await read('\n', '\n')
    expect(passed).toBe(true)
  })

  it('are none in an empty body', async () => {
    expect(await read()).toEqual([])
    expect(await read('\n\r\n')).toEqual([])
  })
})
