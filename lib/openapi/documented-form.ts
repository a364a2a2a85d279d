import type { z } from 'zod'
import { grantTypes } from '#lib/oauth/schema.ts'
import { flattenForm } from '#lib/openapi/flat-form.ts'
import { exampleOfSchema, type JsonSchema, listAlternatives, toJsonSchema } from '#lib/openapi/json-schema.ts'
import type { Content } from '#lib/openapi/openapi-document.ts'

/** What forms refer to by name. */
export const formComponents: Readonly<Record<string, JsonSchema>> = {
  GrantType: { type: 'string', description: 'What the tokens are issued for.', enum: grantTypes },
}

/** One object, and an example of each of its alternatives. */
export function documentForm(form: z.ZodType): Content {
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
