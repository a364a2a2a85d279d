import { afterEach, expect, it, vi } from 'vitest'
import { noteLiveGrants, takeRoom } from '#lib/domain/links/sso-grants/grant-room.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** How many grants are inserted before the next count, at most `most`. */
function takeAll(owner: object, keyId: string, most = 1_000): number {
  let taken = 0
  while (taken < most && takeRoom(owner, keyId) === 1) taken += 1
  return taken
}

it.each([
  [0, 625],
  [64, 621],
  [5_000, 312],
  [9_984, 1],
  [9_985, 0],
  [10_000, 0],
  [10_001, 0],
])('at %d live grants, leaves a process %d of the key', (live, left) => {
  const owner = {}
  noteLiveGrants(owner, 'lkid_a', live)
  expect(takeAll(owner, 'lkid_a')).toBe(left)
})

it('leaves none of a key that was not counted, or in another database', () => {
  const owner = {}
  noteLiveGrants(owner, 'lkid_a', 9_000)
  expect([takeRoom(owner, 'lkid_b'), takeRoom({}, 'lkid_a')]).toEqual([0, 0])
})

it('leaves none a second after the count, whatever the clock says', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const owner = {}
  noteLiveGrants(owner, 'lkid_a', 9_000)
  vi.advanceTimersByTime(999)
  expect(takeRoom(owner, 'lkid_a')).toBe(1)
  vi.advanceTimersByTime(1)
  expect(takeRoom(owner, 'lkid_a')).toBe(0)
})

it('forgets the room when the next count says so', () => {
  const owner = {}
  noteLiveGrants(owner, 'lkid_a', 9_000)
  noteLiveGrants(owner, 'lkid_a', 10_000)
  expect(takeRoom(owner, 'lkid_a')).toBe(0)
})

it('remembers the thousand keys that were counted last', () => {
  const owner = {}
  for (let key = 0; key < 1_001; key++) noteLiveGrants(owner, `lkid_${key}`, 9_000)
  noteLiveGrants(owner, 'lkid_1', 9_000)
  noteLiveGrants(owner, 'lkid_new', 9_000)
  const remembered = ['lkid_0', 'lkid_1', 'lkid_2', 'lkid_3', 'lkid_new'].filter((id) => takeRoom(owner, id) === 1)
  expect(remembered).toEqual(['lkid_1', 'lkid_3', 'lkid_new'])
})
