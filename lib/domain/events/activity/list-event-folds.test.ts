import { beforeEach, describe, expect, it } from 'vitest'
import type { Turn } from '#lib/domain/events/activity/event-filter.ts'
import { type FoldPage, listEventFolds, maxPageEvents } from '#lib/domain/events/activity/list-event-folds.ts'
import { eventsPerPage } from '#lib/domain/events/activity/list-events.ts'
import { recordEvents } from '#lib/foundation/audit/store.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

/** Events of one instant about different keys. */
async function generate(count: number, name: string): Promise<void> {
  const events = Array.from({ length: count }, (_, number) => {
    return { kind: 'api_key.generated', subject: { kind: 'api_key', id: `lkid_${name}${number}`, name } } as const
  })
  for (let from = 0; from < count; from += 500) {
    await services.db.transaction().execute((trx) => recordEvents(trx, root, events.slice(from, from + 500)))
  }
  services.clock.advance(2 * minuteMs)
}

function list(turn: Turn = {}): Promise<FoldPage> {
  return listEventFolds(services, root, { filter: { kind: 'api_key' }, turn, timeZone: 'UTC' })
}

function shapeOf({ folds }: FoldPage): string[] {
  return folds.map(({ newest, events }) => `${newest.subject.name} ${events.length}`)
}

async function readAll(): Promise<readonly FoldPage[]> {
  const pages = [await list()]
  for (let older = pages[0]?.older; older; older = pages.at(-1)?.older) pages.push(await list({ before: older }))
  return pages
}

describe('pages of rows', () => {
  it('show a burst as one row with its number, and what came before and after it', async () => {
    await generate(1, 'first')
    await generate(200, 'burst')
    await generate(1, 'last')
    const page = await list()
    expect(shapeOf(page)).toEqual(['last 1', 'burst 200', 'first 1'])
    expect([page.newer, page.older]).toEqual([null, null])
  })

  it('cover every event once in both directions, with whole bursts', async () => {
    for (let number = 0; number < 30; number++) {
      await generate(1, `single-${number}`)
      await generate(7 + number, `burst-${number}`)
    }
    const pages = await readAll()
    expect(pages.map(({ folds }) => folds.length)).toEqual([eventsPerPage, 10])
    const ids = pages.flatMap(({ folds }) => folds.flatMap(({ events }) => events.map(({ id }) => id)))
    const total = Array.from({ length: 30 }, (_, number) => 8 + number).reduce((sum, count) => sum + count)
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
    expect(ids).toEqual(ids.toSorted().reverse())
    const back = await list({ after: pages[1]?.newer ?? undefined })
    expect(shapeOf(back)).toEqual(shapeOf(pages[0] as FoldPage))
  })

  it('continue a burst that is longer than a page may read', async () => {
    await generate(maxPageEvents + 10, 'burst')
    const pages = await readAll()
    expect(pages).toHaveLength(2)
    const counts = pages.map(({ folds }) => folds.reduce((sum, { events }) => sum + events.length, 0))
    expect(counts[0]).toBeLessThanOrEqual(maxPageEvents)
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(maxPageEvents + 10)
  })
})
