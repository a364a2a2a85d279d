import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#lib/audit/event.ts'
import { groupEvents } from './group-events.ts'

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
  return groupEvents(events, timeZone).map(({ date, folds }) => [date, folds.map((fold) => fold.events.length)])
}

describe('events of a page', () => {
  it('are grouped by day in the reader’s time zone', () => {
    const events = [refusal('2026-11-20T00:30:00Z'), refusal('2026-11-19T23:30:00Z'), refusal('2026-11-19T04:30:00Z')]
    expect(shapeOf(events)).toEqual([
      ['2026-11-20', [1]],
      ['2026-11-19', [2]],
    ])
    expect(shapeOf(events, 'America/New_York')).toEqual([
      ['2026-11-19', [2]],
      ['2026-11-18', [1]],
    ])
  })

  it('fold when they repeat, and keep their order', () => {
    const events = ['10:03', '10:02', '10:01'].map((time) => refusal(`2026-11-20T${time}:00Z`))
    const [fold] = groupEvents(events, 'UTC')[0]?.folds ?? []
    expect(fold).toEqual({ newest: events[0], oldest: events[2], events })
  })

  it.each<[string, Partial<AuditEvent>]>([
    ['another kind', { kind: 'portal_session.started' }],
    ['another actor', { actor: { kind: 'person', id: 'usr_2', name: 'Bob' } }],
    ['another subject', { subject: { kind: 'user', id: 'usr_2', name: 'Bob' } }],
    ['another IP address', { address: '192.0.2.8' }],
    ['another reason', { details: { reason: 'deactivated' } }],
  ])('do not fold across %s', (_, changes) => {
    const [first, between, last] = ['10:03', '10:02', '10:01'].map((time) => `2026-11-20T${time}:00Z`)
    expect(shapeOf([refusal(first ?? ''), refusal(between ?? '', changes), refusal(last ?? '')])).toEqual([
      ['2026-11-20', [1, 1, 1]],
    ])
  })

  it('are no days when there are none', () => {
    expect(groupEvents([], 'UTC')).toEqual([])
  })
})
