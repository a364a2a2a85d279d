import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Table } from './table.tsx'

const columns = [
  { id: 'name', header: 'Name' },
  { id: 'state', header: 'State' },
  { id: 'actions', header: 'Actions', headerHidden: true, align: 'end' },
] as const

describe('a table', () => {
  const rows = [{ id: 'k1', cells: { name: 'Sync', state: 'Active', actions: 'Revoke' } }]
  const html = renderToStaticMarkup(
    createElement(Table<'name' | 'state' | 'actions'>, { caption: 'Keys', columns, rows }),
  )

  it('has a caption, and keeps its roles where it is shown as cards', () => {
    expect(html).toMatch(/<caption[^>]*>Keys<\/caption>/)
    expect(html.match(/role="(table|rowgroup|row|columnheader|rowheader|cell)"/g)).toEqual(
      [
        'table',
        'rowgroup',
        'row',
        'columnheader',
        'columnheader',
        'columnheader',
        'rowgroup',
        'row',
        'rowheader',
        'cell',
        'cell',
      ].map((role) => `role="${role}"`),
    )
  })

  it('repeats the heading beside each value for cards, where there is one to show', () => {
    expect(html.match(/aria-hidden="true">([^<]+)</g)).toEqual(['aria-hidden="true">State<'])
  })
})
