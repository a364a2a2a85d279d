import type { z } from 'zod'
import { grantTypes } from '#lib/oauth/schema.ts'
import { flattenForm } from '#lib/openapi/flat-form.ts'
import { exampleOfSchema, type JsonSchema, listAlternatives, toJsonSchema } from '#lib/openapi/json-schema.ts'

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
