import { describe, expect, it } from 'vitest'
import { SeenIds } from '#lib/domain/accounts/account-management/seen-ids.ts'

describe('seen IDs', () => {
  it('are those that were added', () => {
    const seen = new SeenIds(10_000)
    for (let n = 0; n < 10_000; n++) seen.add(`a-${n}`)
    expect(seen.count()).toBe(10_000)
    for (let n = 0; n < 20_000; n++) expect(seen.has(`a-${n}`)).toBe(n < 10_000)
  })

  it('count once each, also after they were read', () => {
    const seen = new SeenIds(5)
    for (const id of ['b', 'a', 'b']) seen.add(id)
    expect([seen.count(), seen.has('a'), seen.has('c')]).toEqual([2, true, false])
    seen.add('c')
    expect([seen.count(), seen.has('c')]).toEqual([3, true])
  })

  it('beyond the capacity are not countable', () => {
    const seen = new SeenIds(2)
    for (const id of ['a', 'b', 'c']) seen.add(id)
    expect(seen.count()).toBeUndefined()
  })

  it('may be none', () => {
    expect([new SeenIds(1).count(), new SeenIds(1).has('a')]).toEqual([0, false])
  })
})
