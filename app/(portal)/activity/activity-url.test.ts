import { describe, expect, it } from 'vitest'
import { activityExportHref, activityHref, isFiltered, readActivityFilter, readActivityPage } from './activity-url.ts'

describe('the address of the activity page', () => {
  it('carries the filter there and back', () => {
    const filter = { person: 'ann@example.com', account: 'acme', kind: 'user.created', from: '2026-11-01', to: '' }
    const href = activityHref(filter)
    expect(href).toBe('/activity?person=ann%40example.com&account=acme&kind=user.created&from=2026-11-01')
    expect(readActivityFilter(Object.fromEntries(new URLSearchParams(href.slice('/activity?'.length))))).toEqual(filter)
  })

  it('is short where nothing is asked for', () => {
    const nothing = readActivityFilter({ person: ' ', kind: ['user', 'account'] })
    expect([activityHref(nothing), activityExportHref(nothing), isFiltered(nothing)]).toEqual([
      '/activity',
      '/activity/export',
      false,
    ])
  })

  it('carries the list state, which the file does not', () => {
    const href = activityHref({ account: 'acme' }, { before: { at: 1_795_262_400_000, id: 'evt_a' } })
    expect(href).toBe('/activity?account=acme&before=1795262400000.evt_a')
    expect(readActivityPage({ before: '1795262400000.evt_a' })).toEqual({ before: '1795262400000.evt_a', after: '' })
  })
})
