import { describe, expect, it } from 'vitest'
import { formatTable, toPrintable } from './output.ts'

describe('a table', () => {
  it('aligns its columns by display width', () => {
    expect(
      formatTable(
        ['NAME', 'ID'],
        [
          ['Ann', '1'],
          ['李明', '2'],
          ['Zoe\u0301', '3'],
        ],
      ),
    ).toEqual(['NAME  ID', 'Ann   1', '李明  2', 'Zoe\u0301   3'])
  })

  it('has no lines without rows', () => {
    expect(formatTable(['NAME'], [])).toEqual([])
  })
})

describe('printed text', () => {
  it('contains no control or bidirectional characters', () => {
    expect(toPrintable('a\u001b[2Jb\u202ec\nd\u0085e')).toBe('a\ufffd[2Jb\ufffdc\ufffdd\ufffde')
    expect(toPrintable('Zoë – 李 “x”')).toBe('Zoë – 李 “x”')
  })
})
