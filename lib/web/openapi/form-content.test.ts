import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { flattenForm } from '#lib/web/openapi/form-content.ts'
import { toJsonSchema } from '#lib/web/openapi/json-schema.ts'
import { operations } from '#lib/web/openapi/operations.ts'

function flatten(form: z.ZodType) {
  return flattenForm(toJsonSchema(form, 'input'))
}

const name = z.string().meta({ example: 'ada' })
const create = z.object({ kind: z.literal('create'), name, color: z.string().optional(), size: z.string().optional() })
const rename = z.object({ kind: z.literal('rename'), name: name.optional(), to: z.string(), color: z.string() })

describe('flattenForm', () => {
  it('takes the fields of every alternative, and requires what all of them require', () => {
    const flat = flatten(z.discriminatedUnion('kind', [create, rename]))
    expect(Object.keys(flat.properties ?? {})).toEqual(['kind', 'name', 'color', 'size', 'to'])
    expect(flat.required).toEqual(['kind'])
    expect(flat.properties?.kind).toEqual({ type: 'string', enum: ['create', 'rename'] })
  })

  it('keeps what a field requires in every alternative that has it', () => {
    const flat = flatten(z.discriminatedUnion('kind', [create, rename]))
    expect(flat.dependentRequired).toEqual({ size: ['name'], to: ['color'] })
  })

  it('says of a field that differs which alternative means what', () => {
    const [id, user] = ['The key ID.', 'The username.'].map((description) => z.string().meta({ description }))
    const first = z.object({ kind: z.literal('a'), id: id ?? z.never() })
    const second = z.object({ kind: z.literal('b'), id: user ?? z.never() })
    const { properties } = flatten(z.union([first, second]))
    expect(properties?.id?.description).toBe('With `a`: The key ID. With `b`: The username.')
  })

  it('suggests the required fields of the first alternative', () => {
    expect(flatten(z.discriminatedUnion('kind', [create, rename])).default).toEqual({ kind: 'create', name: 'ada' })
  })

  const forms = operations.flatMap(({ summary: title, form }) => (form ? [{ title, form }] : []))
  it.each(forms)('accepts its own suggestion: $title', ({ form }) => {
    expect(form.safeParse(flatten(form).default).success).toBe(true)
  })
})
