import { describe, expect, it } from 'vitest'
import { isStrayClick } from './stray-click.ts'

const first = { form: 'Acme', x: 100, y: 100, at: 1_000 }

describe('the second click of a double-click', () => {
  it('is stray on a form that took the place of the first one', () => {
    expect(isStrayClick(first, { form: 'Bolt', x: 103, y: 98, at: 1_499 })).toBe(true)
  })

  it.each([
    ['on the same form', { form: 'Acme', x: 100, y: 100, at: 1_100 }],
    ['after half a second', { form: 'Bolt', x: 100, y: 100, at: 1_500 }],
    ['after the pointer has moved', { form: 'Bolt', x: 100, y: 108, at: 1_100 }],
  ])('counts %s', (_, click) => {
    expect(isStrayClick(first, click)).toBe(false)
  })

  it('counts if there was no first one', () => {
    expect(isStrayClick(undefined, first)).toBe(false)
  })
})
