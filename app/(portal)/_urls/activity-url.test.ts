import { describe, expect, it } from 'vitest'
import {
  activityExportHref,
  activityHref,
  cleanActivityHref,
  readActivityFilter,
  readActivityPage,
} from './activity-url.ts'

describe('the address of the activity page', () => {
  it('carries the filter there and back', () => {
    const filter = {
      person: 'ann@example.com',
      account: 'acme',
      key: '',
      network: '',
      kind: 'user.created',
      from: '2026-11-01',
      to: '',
      period: '',
    }
    const href = activityHref(filter)
    expect(href).toBe('/activity?person=ann%40example.com&account=acme&kind=user.created&from=2026-11-01')
    expect(readActivityFilter(Object.fromEntries(new URLSearchParams(href.slice('/activity?'.length))))).toEqual(filter)
  })

  it('is short where nothing is asked for', () => {
    const nothing = readActivityFilter({ person: ' ', kind: ['user', 'account'] })
    expect([activityHref(nothing), activityExportHref(nothing)]).toEqual(['/activity', '/activity/export'])
  })

  it('loses the empty parameters that a form sends without scripts', () => {
    expect(cleanActivityHref({ from: '2026-11-01', to: '', other: 'x' })).toBe('/activity?from=2026-11-01')
    expect(cleanActivityHref({ to: '' })).toBe('/activity')
    expect(cleanActivityHref({ kind: 'user' })).toBeUndefined()
  })

  it('carries the list state, which the file does not', () => {
    const href = activityHref({ account: 'acme' }, { before: { at: 1_795_262_400_000, id: 'evt_a' } })
    expect(href).toBe('/activity?account=acme&before=1795262400000.evt_a')
    expect(readActivityPage({ before: '1795262400000.evt_a' })).toEqual({ before: '1795262400000.evt_a', after: '' })
  })
})
