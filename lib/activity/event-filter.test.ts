import { describe, expect, it } from 'vitest'
import { formatPlace, kindsOf, toEventFilter } from '#lib/activity/event-filter.ts'
import { eventQuerySchema } from '#lib/activity/schema.ts'
import { eventGroups, eventKinds } from '#lib/audit/event.ts'

function filterFor(fields: Record<string, string>, timeZone = 'UTC') {
  return toEventFilter(eventQuerySchema.parse(fields), undefined, timeZone)
}

describe('the fields of the activity page', () => {
  it('become a filter', () => {
    expect(filterFor({ account: ' acme ', kind: 'user', from: '2026-11-01', to: '2026-11-01' })).toEqual({
      userId: undefined,
      accountId: 'acme',
      kind: 'user',
      since: Date.UTC(2026, 10, 1),
      until: Date.UTC(2026, 10, 2),
    })
  })

  it('count days in the reader’s time zone, on the days when its clock changes too', () => {
    expect(filterFor({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')).toMatchObject({
      since: Date.UTC(2026, 2, 28, 23),
      until: Date.UTC(2026, 2, 29, 22),
    })
    expect(filterFor({ from: '2026-11-01', to: '2026-11-01' }, 'America/New_York')).toMatchObject({
      since: Date.UTC(2026, 10, 1, 4),
      until: Date.UTC(2026, 10, 2, 5),
    })
    expect(filterFor({ from: '2026-01-01' }, 'Asia/Kathmandu').since).toBe(Date.UTC(2025, 11, 31, 18, 15))
  })

  it('refuse an impossible date, an unknown kind and an invalid place', () => {
    for (const fields of [{ from: '2026-02-30' }, { kind: 'users' }, { before: '12' }, { after: 'x.evt_1' }]) {
      expect(eventQuerySchema.safeParse(fields).success).toBe(false)
    }
  })

  it('round-trip a place', () => {
    const place = { at: 1_795_262_400_123, id: 'evt_abc' }
    expect(eventQuerySchema.parse({ before: formatPlace(place) }).before).toEqual(place)
  })
})

describe('event kinds', () => {
  it('each belong to exactly one group', () => {
    expect(eventGroups.flatMap(kindsOf).toSorted()).toEqual(eventKinds.toSorted())
  })
})
