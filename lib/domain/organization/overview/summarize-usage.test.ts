import { describe, expect, it } from 'vitest'
import { summarizeUsage } from '#lib/domain/organization/overview/summarize-usage.ts'
import { hourMs } from '#lib/kernel/clock.ts'

const now = Date.UTC(2026, 10, 21, 12)
const at = (hoursAgo: number) => now - hoursAgo * hourMs
const inZone = (timeZone: string, rows: Parameters<typeof summarizeUsage>[0]) =>
  summarizeUsage(rows, { now, days: 7, timeZone })

describe('usage by day', () => {
  it('has every day of the period, the last one today', () => {
    const { days, totals } = inZone('UTC', [])
    expect(days.map(({ date }) => date)).toEqual([
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ])
    expect(totals).toEqual({ opened: 0, tokens: 0, refused: 0 })
  })

  it('counts an hour on the day in which it begins in the reader’s zone', () => {
    const late = [{ hour: at(13), name: 'account-opened', count: 3 }]
    expect(inZone('UTC', late).days.at(-2)).toEqual({ date: '2026-11-20', opened: 3, tokens: 0, refused: 0 })
    expect(inZone('Europe/Vienna', late).days.at(-1)).toEqual({ date: '2026-11-21', opened: 3, tokens: 0, refused: 0 })
  })

  it('adds issued and refreshed tokens, and compares with the period before', () => {
    const { totals, totalsBefore } = inZone('UTC', [
      { hour: at(1), name: 'token-issued', count: 2 },
      { hour: at(2), name: 'token-refreshed', count: 5 },
      { hour: at(1), name: 'link-issued', count: 40 },
      { hour: at(24 * 8), name: 'token-issued', count: 11 },
      { hour: at(24 * 20), name: 'token-issued', count: 100 },
    ])
    expect([totals.tokens, totalsBefore.tokens]).toEqual([7, 11])
  })

  it('ranks the causes of refusals in the period, without typing errors', () => {
    const { refusals, totals } = inZone('UTC', [
      { hour: at(1), name: 'refused:grant_used', count: 2 },
      { hour: at(2), name: 'refused:invalid_client', count: 5 },
      { hour: at(3), name: 'refused:grant_used', count: 4 },
      { hour: at(3), name: 'refused:input_invalid', count: 90 },
      { hour: at(24 * 8), name: 'refused:grant_expired', count: 70 },
    ])
    expect(refusals).toEqual([
      { code: 'grant_used', count: 6 },
      { code: 'invalid_client', count: 5 },
    ])
    expect(totals.refused).toBe(11)
  })
})
