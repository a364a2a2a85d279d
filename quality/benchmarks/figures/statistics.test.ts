import { describe, expect, it } from 'vitest'
import { median, medianRatio, quantile } from './statistics.ts'

describe('a quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)

  it.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('of %d is the value that so large a share does not exceed', (share, value) => {
    expect(quantile(hundred, share)).toBe(value)
  })

  it('of a few values is the largest one at its end', () => {
    expect(quantile([1, 2, 9], 0.99)).toBe(9)
  })

  it('of nothing is 0', () => {
    expect(quantile([], 0.5)).toBe(0)
  })
})

describe('a median', () => {
  it('is the middle value in any order', () => {
    expect(median([9, 1, 5])).toBe(5)
  })

  it('is the mean of the middle two where they are even', () => {
    expect(median([1, 10, 3, 5])).toBe(4)
  })

  it('of nothing is 0', () => {
    expect(median([])).toBe(0)
  })
})

describe('a ratio', () => {
  it('is that of the rounds: a minute in which the machine was slow weighs no more than another', () => {
    expect(medianRatio([100, 10, 200], [50, 5, 50])).toBe(2)
  })

  it('leaves out rounds that only one of them has', () => {
    expect(medianRatio([10, 20, 90], [10, 10])).toBe(1.5)
  })
})
