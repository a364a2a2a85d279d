import { describe, expect, it } from 'vitest'
import { keepPlaces } from './keep-places.ts'

const tiles = (...ids: readonly string[]) => ids.map((id) => ({ id }))
const shown = (places: ReturnType<typeof keepPlaces>) =>
  places.map(({ tile, isEnded }) => tile.id + (isEnded ? '!' : ''))

describe('the places of open accounts', () => {
  const first = keepPlaces([], tiles('a', 'b', 'c'))

  it('stay when one has ended', () => {
    expect(shown(keepPlaces(first, tiles('a', 'c')))).toEqual(['a', 'b!', 'c'])
  })

  it('stay when several have ended, one after another', () => {
    expect(shown(keepPlaces(keepPlaces(first, tiles('a', 'c')), tiles('c')))).toEqual(['a!', 'b!', 'c'])
  })

  it('take an account back that is open again, and new ones at the end', () => {
    expect(shown(keepPlaces(keepPlaces(first, tiles('a', 'c')), tiles('a', 'c', 'd', 'b')))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })
})
