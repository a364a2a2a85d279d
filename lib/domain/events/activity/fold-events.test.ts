import { describe, expect, it } from 'vitest'
import { foldEvents, minBurst } from '#lib/domain/events/activity/fold-events.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'

let sequence = 0

function refusal(at: string, changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: `evt_${++sequence}`,
    at: Date.parse(at),
    kind: 'portal_session.refused',
    actor: { kind: 'visitor', id: null, name: '' },
    subject: { kind: 'user', id: 'usr_1', name: 'Ann' },
    accountId: null,
    address: '192.0.2.7',
    requestId: `req_${sequence}`,
    details: { reason: 'wrong_password', failures: sequence },
    ...changes,
  }
}

function shapeOf(events: readonly AuditEvent[], timeZone = 'UTC') {
  return foldEvents(events, timeZone).map((fold) => fold.events.length)
}

/** A key that was generated `seconds` before noon. */
function generated(number: number, seconds: number, changes: Partial<AuditEvent> = {}): AuditEvent {
  return refusal(new Date(Date.UTC(2026, 10, 20, 12) - seconds * 1000).toISOString(), {
    kind: 'api_key.generated',
    actor: { kind: 'person', id: 'usr_1', name: 'Olivia' },
    subject: { kind: 'api_key', id: `lkid_${number}`, name: `Key ${number}` },
    details: { owner: `Owner ${number}` },
    ...changes,
  })
}

describe('events of a page', () => {
  it('do not fold across midnight in the reader’s time zone', () => {
    const events = [refusal('2026-11-20T00:30:00Z'), refusal('2026-11-19T23:30:00Z'), refusal('2026-11-19T04:30:00Z')]
    expect(shapeOf(events)).toEqual([1, 2])
    expect(shapeOf(events, 'America/New_York')).toEqual([2, 1])
  })

  it('fold when they repeat, and keep their order', () => {
    const events = ['10:03', '10:02', '10:01'].map((time) => refusal(`2026-11-20T${time}:00Z`))
    expect(foldEvents(events, 'UTC')).toEqual([{ newest: events[0], oldest: events[2], events, isBurst: false }])
  })

  it.each<[string, Partial<AuditEvent>]>([
    ['another kind', { kind: 'portal_session.started' }],
    ['another actor', { actor: { kind: 'person', id: 'usr_2', name: 'Bob' } }],
    ['another subject', { subject: { kind: 'user', id: 'usr_2', name: 'Bob' } }],
    ['another IP address', { address: '192.0.2.8' }],
    ['another reason', { details: { reason: 'deactivated' } }],
  ])('do not fold across %s', (_, changes) => {
    const [first, between, last] = ['10:03', '10:02', '10:01'].map((time) => `2026-11-20T${time}:00Z`)
    expect(shapeOf([refusal(first ?? ''), refusal(between ?? '', changes), refusal(last ?? '')])).toEqual([1, 1, 1])
  })

  it('are no rows when there are none', () => {
    expect(foldEvents([], 'UTC')).toEqual([])
  })
})

describe('a burst', () => {
  const burst = Array.from({ length: 200 }, (_, number) => generated(number, number))

  it('is one row, whatever came before and after it', () => {
    const [before, after] = [refusal('2026-11-20T13:00:00Z'), refusal('2026-11-20T10:00:00Z')]
    expect(shapeOf([before, ...burst, after])).toEqual([1, 200, 1])
    expect(foldEvents(burst, 'UTC')[0]).toMatchObject({ newest: burst[0], oldest: burst[199], isBurst: true })
  })

  it('needs different subjects, at least five', () => {
    expect(shapeOf(burst.slice(0, minBurst))).toEqual([minBurst])
    expect(shapeOf(burst.slice(0, minBurst - 1))).toEqual(Array(minBurst - 1).fill(1))
  })

  it.each<[string, Partial<AuditEvent>]>([
    ['of another user', { actor: { kind: 'person', id: 'usr_2', name: 'Bob' } }],
    ['from another IP address', { address: '192.0.2.8' }],
    ['of another kind', { kind: 'api_key.revoked' }],
  ])('does not take an event %s', (_, changes) => {
    const other = generated(500, 10, changes)
    expect(shapeOf([...burst.slice(0, 10), other, ...burst.slice(10, 20)])).toEqual([10, 1, 10])
  })

  it('ends after a minute without an event', () => {
    const later = burst.slice(0, 10)
    const earlier = Array.from({ length: 10 }, (_, number) => generated(number + 300, 9 + 61 + number))
    expect(shapeOf([...later, ...earlier])).toEqual([10, 10])
  })
})

describe('the batches of an import', () => {
  const batch = (seconds: number) =>
    generated(0, seconds, {
      kind: 'account.imported',
      subject: { kind: 'account', id: null, name: 'all.csv' },
      details: {},
    })

  it('are one row, which a later import of the same file does not join', () => {
    expect(shapeOf([batch(0), batch(2), batch(4), batch(600), batch(601)])).toEqual([3, 2])
  })
})
