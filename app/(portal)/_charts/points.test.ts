import { expect, it } from 'vitest'
import { axisEnd, toAreaPath, toPoints } from './points.ts'

it.each([
  [0, 4],
  [4, 4],
  [5, 8],
  [9, 20],
  [21, 40],
  [79, 80],
  [81, 200],
  [1_234, 2_000],
])('an axis for %i ends at %i', (max, end) => {
  expect(axisEnd(max)).toBe(end)
})

it('draws the largest count at the top and nothing at the bottom', () => {
  expect(toPoints([0, 10, 5], 10)).toBe('0,100.0 1,0.0 2,50.0')
})

it('draws an area whose first and last edge lie outside', () => {
  expect(toAreaPath([0, 10, 5])).toBe('M-2 20V17h2l2-16 2 8h2V20')
})
