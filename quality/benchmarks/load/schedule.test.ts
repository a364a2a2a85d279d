import { expect, it } from 'vitest'
import { Schedule } from './schedule.ts'

it('has the first request due at once and the others evenly after it', () => {
  const schedule = new Schedule(1_000, 500)
  expect(schedule.due(1_000)).toEqual([1_000])
  expect(schedule.due(1_001.9)).toEqual([])
  expect(schedule.due(1_002)).toEqual([1_002])
})

it('gives every instant once, also those that a late timer missed, as they were planned', () => {
  const schedule = new Schedule(0, 1_000)
  expect(schedule.due(2.5)).toEqual([0, 1, 2])
  expect(schedule.due(2.9)).toEqual([])
  expect(schedule.due(5)).toEqual([3, 4, 5])
})

it('does not drift', () => {
  const schedule = new Schedule(0, 300)
  let count = 0
  for (let now = 0; now < 10_000; now += 7) count += schedule.due(now).length
  // The last one of them by 9 996 ms.
  expect(count).toBe(2_999)
})
