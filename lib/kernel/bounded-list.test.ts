import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const schema = z.object({ ids: boundedList(z.string().regex(/^a/, 'malformed'), 2, 'too_many') })

it('accepts as many entries as the limit allows', () => {
  expect(parseInput(schema, { ids: ['a1', 'a2'] })).toEqual({ ids: ['a1', 'a2'] })
})

it('names each invalid entry', () => {
  expect(() => parseInput(schema, { ids: ['a1', 'b2'] })).toThrow(
    expect.objectContaining({ fields: { ids: 'malformed' }, entries: { ids: ['b2'] } }),
  )
})

it('refuses a longer list before it parses an entry', () => {
  const look = vi.fn(() => true)
  const looking = z.object({ ids: boundedList(z.string().refine(look), 2, 'too_many') })
  expect(() => parseInput(looking, { ids: ['a', 'b', 'c'] })).toThrow(
    expect.objectContaining({ fields: { ids: 'too_many' }, entries: undefined }),
  )
  expect(look).not.toHaveBeenCalled()
})
