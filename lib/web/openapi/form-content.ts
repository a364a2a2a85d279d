import type { z } from 'zod'
import { grantTypes } from '#lib/web/oauth/schema.ts'
import {
  type Alternative,
  exampleOfSchema,
  type JsonSchema,
  listAlternatives,
  toJsonSchema,
} from '#lib/web/openapi/json-schema.ts'

/** The schemas that forms refer to by name. */
export const formComponents: Readonly<Record<string, JsonSchema>> = {
  GrantType: { type: 'string', description: 'The grant type.', enum: grantTypes },
}

/** The form as one object, with an example of each alternative. */
export function formContent(form: z.ZodType) {
  const schema = toJsonSchema(form, 'input')
  const examples = listAlternatives(schema).map(({ title, object }, index) => {
    const summary = title.replaceAll('`', '')
    return [`example${index + 1}`, { ...(summary !== '' && { summary }), value: exampleOfSchema(object) }] as const
  })
  const flat = flattenForm(schema)
  const properties = Object.entries(flat.properties ?? {}).map(([name, field]) => [name, referToGrantType(field)])
  return {
    'application/x-www-form-urlencoded': {
      schema: { ...flat, properties: Object.fromEntries(properties) },
      examples: Object.fromEntries(examples),
    },
  }
}

/** orval names an inline enum after its field in PascalCase: `grantType` and `grant_type` would collide. */
function referToGrantType(field: JsonSchema): JsonSchema {
  if (field.enum?.join() !== grantTypes.join()) return field
  const { type, enum: _, ...rest } = field
  return { $ref: '#/components/schemas/GrantType', ...rest }
}

/**
 * A form as one object with the fields of all alternatives. Code generators and API clients mishandle unions in form
 * bodies: they send nothing, or the fields of every alternative. A field that every alternative requires stays
 * required; a field that another one requires becomes `dependentRequired`.
 */
export function flattenForm(form: JsonSchema): JsonSchema {
  const alternatives = listAlternatives(form)
  const names = [...new Set(alternatives.flatMap(({ object }) => Object.keys(object.properties ?? {})))]
  const required = names.filter((name) => alternatives.every(({ object }) => requires(object, name)))
  const dependent = names
    .map((name) => [name, requiredBeside(name, alternatives).filter((other) => !required.includes(other))] as const)
    .filter(([, others]) => others.length > 0)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, mergeField(name, alternatives)])),
    ...(required.length > 0 && { required }),
    ...(dependent.length > 0 && { dependentRequired: Object.fromEntries(dependent) }),
    default: smallestExample(alternatives),
  }
}

/** The form that API clients prefill: the fewest fields, with credentials in the `Authorization` header. */
function smallestExample([first]: readonly Alternative[]): unknown {
  const { properties = {}, required = [] } = first?.object ?? {}
  const fields = Object.entries(properties).filter(([name]) => required.includes(name))
  return exampleOfSchema({ properties: Object.fromEntries(fields) })
}

function requiredBeside(name: string, alternatives: readonly Alternative[]): readonly string[] {
  const [first, ...others] = alternatives.filter(({ object }) => object.properties?.[name])
  const required = first?.object.required ?? []
  return required.filter((other) => other !== name && others.every(({ object }) => requires(object, other)))
}

function mergeField(name: string, alternatives: readonly Alternative[]): JsonSchema {
  const variants = alternatives.flatMap(({ kind, object }) => {
    const field = object.properties?.[name]
    return field ? [{ kind, field }] : []
  })
  const descriptions = new Map(variants.map(({ kind, field }) => [field.description, kind]))
  const described = [...descriptions].map(([description = '', kind]) => `With \`${kind}\`: ${description}`)
  const { const: value, ...field } = variants[0]?.field ?? {}
  return {
    ...field,
    ...(descriptions.size > 1 && { description: described.join(' ') }),
    ...(value !== undefined && { enum: variants.map((variant) => variant.field.const) }),
  }
}

function requires({ required = [] }: JsonSchema, name: string): boolean {
  return required.includes(name)
}
