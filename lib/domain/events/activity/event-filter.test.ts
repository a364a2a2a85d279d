import { describe, expect, it } from 'vitest'
import { formatEventPlace, kindsOf, toEventFilter } from '#lib/domain/events/activity/event-filter.ts'
import { eventQuerySchema } from '#lib/domain/events/activity/schema.ts'
import { eventGroups, eventKinds } from '#lib/foundation/audit/event.ts'

function filterFor(fields: Record<string, string>, timeZone = 'UTC') {
  const { account: id } = fields
  const named = id === undefined ? {} : { account: { id, name: 'Acme', fact: id } }
  return toEventFilter(eventQuerySchema.parse(fields), named, { timeZone, now: Date.UTC(2026, 10, 20, 23, 30) })
}

describe('the fields of the activity page', () => {
  it('become a filter', () => {
    expect(filterFor({ account: 'acme', kind: 'user', from: '2026-11-01', to: '2026-11-01' })).toEqual({
      userId: undefined,
      accountId: 'acme',
      keyId: undefined,
      network: undefined,
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

  it.each([
    // At midnight, the clock goes to 1:00.
    ['America/Santiago', '2026-09-06', Date.UTC(2026, 8, 6, 4), Date.UTC(2026, 8, 7, 3)],
    ['America/Havana', '2026-03-08', Date.UTC(2026, 2, 8, 5), Date.UTC(2026, 2, 9, 4)],
    ['Atlantic/Azores', '2026-03-29', Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 2, 30, 0)],
    // At 1:00, the clock goes back to midnight.
    ['America/Havana', '2026-11-01', Date.UTC(2026, 10, 1, 4), Date.UTC(2026, 10, 2, 5)],
    ['Atlantic/Azores', '2026-10-25', Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 26, 1)],
    // At midnight, the clock goes back to 23:00.
    ['America/Santiago', '2026-04-05', Date.UTC(2026, 3, 5, 4), Date.UTC(2026, 3, 6, 4)],
    ['Pacific/Kiritimati', '2026-01-01', Date.UTC(2025, 11, 31, 10), Date.UTC(2026, 0, 1, 10)],
  ])('start and end a day where midnight is skipped or repeated: %s, %s', (timeZone, date, since, until) => {
    expect(filterFor({ from: date, to: date }, timeZone)).toMatchObject({ since, until })
  })

  it('count a period back from today, as the reader’s time zone says it', () => {
    expect(filterFor({ period: '1d' })).toMatchObject({ since: Date.UTC(2026, 10, 20), until: undefined })
    expect(filterFor({ period: '7d' }, 'Europe/Berlin').since).toBe(Date.UTC(2026, 10, 14, 23))
    expect(filterFor({ period: '30d', from: '2026-11-01' }).since).toBe(Date.UTC(2026, 10, 1))
    expect(filterFor({ period: '1h' }, 'Asia/Kathmandu').since).toBe(Date.UTC(2026, 10, 20, 22, 30))
    expect(filterFor({ period: '1h', from: '2026-11-20' }).since).toBe(Date.UTC(2026, 10, 20, 22, 30))
  })

  it('refuse an impossible date, an unknown kind and an invalid place', () => {
    for (const fields of [
      { from: '2026-02-30' },
      { kind: 'users' },
      { period: '8d' },
      { before: '12' },
      { after: 'x.evt_1' },
    ]) {
      expect(eventQuerySchema.safeParse(fields).success).toBe(false)
    }
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 2001:DB8:0::7 ', '2001:db8::7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['2001:DB8::/48', '2001:db8::/48'],
    ['cli', 'command line'],
  ])('take an IP address or a range in any spelling, or the CLI: %s', (network, found) => {
    expect(filterFor({ network }).network).toBe(found)
  })

  it.each([
    ['203.0.113', 'malformed'],
    ['203.0.113.0/33', 'malformed'],
    ['localhost', 'malformed'],
    ['203.0.113.7/24', 'host_bits'],
  ])('refuse %s as a network: %s', (network, problem) => {
    const messages = eventQuerySchema.safeParse({ network }).error?.issues.map(({ message }) => message)
    expect(messages).toEqual([problem])
  })

  it('round-trip a place', () => {
    const place = { at: 1_795_262_400_123, id: 'evt_abc' }
    expect(eventQuerySchema.parse({ before: formatEventPlace(place) }).before).toEqual(place)
  })
})

describe('event kinds', () => {
  it('each belong to exactly one group', () => {
    expect(eventGroups.flatMap(kindsOf).toSorted()).toEqual(eventKinds.toSorted())
  })
})
