import { expect, it } from 'vitest'
import { z } from 'zod'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { toJsonSchema } from '#lib/web/openapi/json-schema.ts'

it('knows the entries of a list whose length is checked first', () => {
  const colors = boundedList(z.enum(['red', 'blue']), 2, 'too_many')
  const described = { type: 'array', maxItems: 2, items: { type: 'string', enum: ['red', 'blue'] } }
  expect(toJsonSchema(colors, 'input')).toEqual(described)
  const withDefault = colors.default(['red']).transform((list) => new Set(list))
  expect(toJsonSchema(withDefault, 'input')).toEqual({ ...described, default: ['red'] })
})

it('knows no more of entries that are parsed by hand', () => {
  const lengths = boundedList(
    z.unknown().transform((text) => String(text).length),
    2,
    'too_many',
  )
  expect(toJsonSchema(lengths, 'input')).toEqual({ type: 'array', maxItems: 2, items: {} })
})
