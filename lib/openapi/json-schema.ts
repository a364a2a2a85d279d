import { z } from 'zod'

/** As far as the reference reads it. JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<{
  $ref?: string
  type?: string
  title?: string
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  format?: string
  examples?: readonly unknown[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  dependentRequired?: Readonly<Record<string, readonly string[]>>
  default?: unknown
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
}>

/**
 * What a schema takes (`input`) or makes (`output`), as JSON Schema. A field's `example` stands there under the name
 * that JSON Schema has for it.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if ('example' in jsonSchema) {
        jsonSchema.examples = [jsonSchema.example]
        delete jsonSchema.example
      }
      // Every number of JSON is within these: they say nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return rest as JsonSchema
}

/** An example of an object, made of the examples of its fields; undefined where a required one has none. */
export function exampleOfSchema(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples) return schema.examples[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOfSchema(first)
  if (schema.items) return [exampleOfSchema(schema.items)]
  if (!schema.properties) return schema.enum?.[0]
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, exampleOfSchema(field)] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** One of the objects that a schema allows. */
export type Alternative = Readonly<{
  /** What tells it from the others. */
  title: string
  /** The value of its field that allows a single value. */
  kind: string | undefined
  object: JsonSchema
}>

/** @param outerTitles of the unions that contain the schema */
export function listAlternatives(schema: JsonSchema, outerTitles: readonly string[] = []): readonly Alternative[] {
  const parts = schema.anyOf ?? schema.oneOf
  const titles = [...outerTitles, ...(schema.title === undefined ? [] : [schema.title])]
  if (parts) return parts.flatMap((part) => listAlternatives(part, titles))
  const [name, field] =
    Object.entries(schema.properties ?? {}).find(([, { const: value }]) => value !== undefined) ?? []
  const kind = field && String(field.const)
  const isTitled = schema.title !== undefined || kind === undefined
  return [{ title: [...titles, ...(isTitled ? [] : [`\`${name}\` is \`${kind}\``])].join(': '), kind, object: schema }]
}
