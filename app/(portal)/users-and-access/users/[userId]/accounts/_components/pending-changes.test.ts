import { describe, expect, it } from 'vitest'
import { changeBox, changedIds, formatPending, parsePending } from './pending-changes.ts'

const acme = { id: 'acme', listed: false }
const beta = { id: 'beta', listed: true }

describe('a pending change', () => {
  it('is a box that differs from the saved list', () => {
    const pending = changeBox(changeBox(new Map(), { ...acme, ticked: true }), { ...beta, ticked: false })
    expect([changedIds(pending, true), changedIds(pending, false)]).toEqual([['acme'], ['beta']])
  })

  it('is gone when the box is as saved again', () => {
    const pending = changeBox(new Map(), { ...acme, ticked: true })
    expect(changeBox(pending, { ...acme, ticked: false })).toEqual(new Map())
  })
})

it('pending changes survive the storage of the tab', () => {
  const pending = new Map([
    ['-a.b_c', true],
    ['+', false],
  ])
  expect(parsePending(formatPending(pending))).toEqual(pending)
  expect(parsePending('')).toEqual(new Map())
  expect(parsePending('acme + -')).toEqual(new Map())
})
