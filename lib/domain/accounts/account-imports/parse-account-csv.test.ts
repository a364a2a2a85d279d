import { describe, expect, it } from 'vitest'
import { fileColumns, maxFileBytes, maxFileRows } from '#lib/domain/accounts/account-imports/account-file.ts'
import { parseAccountCsv } from '#lib/domain/accounts/account-imports/parse-account-csv.ts'
import { toCsvLine } from '#lib/kernel/csv.ts'
import { account } from '#lib/testing/accounts.ts'

function parse(text: string) {
  return parseAccountCsv(Buffer.from(text))
}

const acme = { id: 'acme', name: 'Acme', locale: undefined, deepPath: undefined }

describe('a file of accounts', () => {
  it('is read with all columns, in any order, with headings in any case', async () => {
    const file = await parse('Deep Path,NAME,Locale,ID\n/accounts/acme/orders,"Acme, Inc. ""A""",de-at,acme\n')
    expect(file).toEqual({
      rows: [
        {
          line: 2,
          account: { id: 'acme', name: 'Acme, Inc. "A"', locale: 'de-at', deepPath: '/accounts/acme/orders' },
        },
      ],
      badRows: [],
      unusedColumns: [],
    })
  })

  it.each([
    ['semicolons', 'id;name\nacme;Acme\n'],
    ['tabs', 'id\tname\nacme\tAcme\n'],
    ['Windows line ends', 'id,name\r\nacme,Acme\r\n'],
    ['a byte order mark', '\ufeffid,name\nacme,Acme\n'],
    ['no line end at its end', 'id,name\nacme,Acme'],
    ['spaces around the cells', 'id , name\n acme , Acme '],
    ['empty lines', '\n\nid,name\n\n,\nacme,Acme\n\n'],
    ['a line that names the delimiter', 'sep=;\r\nid;name\r\nacme;Acme\r\n'],
    ['a quoted line that names another delimiter', '\ufeff"SEP=|"\nid|name\nacme|Acme\n'],
    ['another delimiter in an unused heading', 'id;name;City, State, Country\nacme;Acme;x\n'],
    ['another delimiter in a quoted heading', 'id\tname\t"City, a; b"\nacme\tAcme\tx\n'],
    ['quoted headings', '"id";"name"\n"acme";"Acme"\n'],
    ['a line break in an unused heading', 'id;name;"City,\nState"\nacme;Acme;x\n'],
    ['delimiters beyond the headings', 'id,name\nacme,Acme,,\n'],
    ['delimiters beyond the headings in every line', 'id,name,,\nacme,Acme,,\n'],
  ])('is read with %s', async (_what, text) => {
    const { rows, badRows } = await parse(text)
    expect(rows.map(({ account }) => account)).toEqual([acme])
    expect(badRows).toEqual([])
  })

  it.each(['utf16le', 'utf16be'] as const)('is read in %s, as spreadsheets write "Unicode text"', async (encoding) => {
    const bytes = Buffer.from('\ufeffid\tname\r\nacme\tMüller \u{1f511}\r\n', 'utf16le')
    const { rows } = await parseAccountCsv(encoding === 'utf16le' ? bytes : bytes.swap16())
    expect(rows.map(({ line, account }) => [line, account.name])).toEqual([[2, 'Müller \u{1f511}']])
  })

  it('counts the line that names the delimiter', async () => {
    const { rows, badRows } = await parse('sep=;\nid;name\nacme;Acme\na b;Bad\n')
    expect([rows[0]?.line, badRows[0]?.line]).toEqual([3, 4])
  })

  it('takes cells that are left out at the end as empty', async () => {
    const { rows, badRows } = await parse(`${fileColumns.join()}\nacme,Acme\nbeta,Beta,de-at\ngamma\n`)
    expect(rows.map(({ account }) => account)).toEqual([
      account({ id: 'acme', name: 'Acme' }),
      account({ id: 'beta', name: 'Beta', locale: 'de-at' }),
    ])
    expect(badRows).toEqual([{ line: 4, id: 'gamma', problems: { name: 'required' } }])
  })

  it('distinguishes a missing column (unchanged) from an empty cell (cleared)', async () => {
    const { rows } = await parse('id,name,locale\nacme,Acme,\n')
    expect(rows[0]?.account).toEqual({ ...acme, locale: null })
  })

  it('names the ignored columns', async () => {
    const { unusedColumns } = await parse('id,name,City,Phone,\nacme,Acme,Graz,1,\n')
    expect(unusedColumns).toEqual(['City', 'Phone'])
  })

  it('is read completely if it is large and has large characters', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `${'\u{1f511}Ä'.repeat(index % 5)}x${index}`)
    const { rows } = await parse(`id,name\n${names.map((name, index) => `a${index},${name}\n`).join('')}`)
    expect(rows.map(({ account }) => account.name)).toEqual(names)
    expect(rows.map(({ line }) => line)).toEqual(names.map((_, index) => index + 2))
  })

  it('keeps cells as text, even if they look like numbers or dates', async () => {
    const { rows } = await parse('id,name\nacme,"<script>alert(1)</script> =1+1"\n')
    expect(rows[0]?.account.name).toBe('<script>alert(1)</script> =1+1')
  })

  it('unescapes names and IDs that an export escaped', async () => {
    const { rows } = await parse(`id,name\r\n${toCsvLine(['-acme', '=Acme;"+1'])}`)
    expect(rows[0]?.account).toEqual({ ...acme, id: '-acme', name: '=Acme;"+1' })
  })
})

describe('a bad row is named by its line', () => {
  it.each([
    ['no id', ',Acme', { id: 'required' }],
    ['a malformed id', 'ac me,Acme', { id: 'malformed' }],
    ['an id that is a path', '..,Acme', { id: 'malformed' }],
    ['a long id', `${'x'.repeat(65)},Acme`, { id: 'too_long' }],
    ['no name', 'acme,', { name: 'required' }],
    ['a long name', `acme,${'x'.repeat(121)}`, { name: 'too_long' }],
    ['a line break in the name', 'acme,"A\nB"', { name: 'malformed' }],
    ['a malformed locale', 'acme,Acme,DE', { locale: 'malformed' }],
    ["another account's path", 'acme,Acme,,/accounts/other', { deepPath: 'malformed' }],
    ['several problems', 'a b,,de', { id: 'malformed', name: 'required', locale: 'malformed' }],
    ['too many cells', 'acme,Acme,,,x', { row: 'cells' }],
  ])('%s', async (_what, row, problems) => {
    const cells = row.split(',').length < 4 ? row + ','.repeat(4 - row.split(',').length) : row
    const { rows, badRows } = await parse(`id,name,locale,deepPath\ngood,Good,,\n${cells}\nbetter,Better,,\n`)
    expect(rows.map(({ account }) => account.id)).toEqual(['good', 'better'])
    expect(badRows).toHaveLength(1)
    expect(badRows[0]?.problems).toEqual(problems)
    expect(badRows[0]?.line).toBe(row.includes('\n') ? 4 : 3)
  })

  it('a repeated ID, with its first line', async () => {
    const { rows, badRows } = await parse('id,name\nacme,Acme\nother,Other\nacme,Acme again\n')
    expect(rows.map(({ account }) => account.name)).toEqual(['Acme', 'Other'])
    expect(badRows).toEqual([{ line: 4, id: 'acme', problems: { id: 'repeated' }, firstLine: 2 }])
  })
})

describe('a file that cannot be read as a whole is refused', () => {
  it.each([
    ['empty', Buffer.from(''), { file: 'no_rows' }],
    ['nothing but headings', Buffer.from('id,name\n'), { file: 'no_rows' }],
    ['another column that begins like a workbook', Buffer.from('PK,name\na,A\n'), { file: 'column_missing' }],
    ['no id column', Buffer.from('key,name\na,A\n'), { file: 'column_missing' }],
    ['a column twice', Buffer.from('id,name,ID\na,A,b\n'), { file: 'column_repeated' }],
    ['a workbook', Buffer.from('PK\u0003\u0004…'), { file: 'spreadsheet' }],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), { file: 'spreadsheet' }],
    ['Latin-1', Buffer.from('id,name\na,M\u00fcller\n', 'latin1'), { file: 'not_utf8' }],
    ['UTF-16 without its mark', Buffer.from('id,name\na,A\n', 'utf16le'), { file: 'not_utf8' }],
    ['binary', Buffer.from('id,name\na,\0\n'), { file: 'not_utf8' }],
    ['a quotation mark inside a cell', Buffer.from('id,name\na,A "x"\n'), { file: 'quotes', line: '2' }],
    ['a quotation mark that is not closed', Buffer.from('id,name\na,A\nb,"B\n'), { file: 'quotes', line: '3' }],
    ['too many bytes', Buffer.alloc(maxFileBytes + 1, 'x'), { file: 'too_large' }],
  ])('%s', async (_what, bytes, fields) => {
    await expect(parseAccountCsv(bytes)).rejects.toMatchObject({ code: 'input_invalid', fields })
  })

  it('too many rows', async () => {
    const rows = (count: number) => `id,name\n${Array.from({ length: count }, (_, index) => `a${index},A\n`).join('')}`
    await expect(parse(rows(maxFileRows + 1))).rejects.toMatchObject({ fields: { file: 'too_many_rows' } })
    expect((await parse(rows(maxFileRows))).rows).toHaveLength(maxFileRows)
  })
})
