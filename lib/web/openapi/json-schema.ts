import { z } from 'zod'

/** The part of JSON Schema 2020-12, the dialect of OpenAPI 3.1, that the reference reads. */
export type JsonSchema = Readonly<{
  $ref?: string
  /**
   * What the schema is called among the components of the document. Not for the body of a request: openapi-typescript
   * requires every field of a component that has a default.
   */
  component?: string
  type?: string | readonly string[]
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

/** The JSON Schema of a schema's input or output. A field's `example` becomes `examples`. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      // A list whose length is checked before its entries are parsed: see `boundedList`.
      if (io === 'input' && def.type === 'pipe' && isAnything(jsonSchema.items)) {
        jsonSchema.items = itemsOf(def.out) ?? {}
      }
      // Zod leaves it out where the input is a text. Importers send a placeholder in place of a number without a
      // default.
      if (def.type === 'default' && jsonSchema.type === 'integer') jsonSchema.default = def.defaultValue
      if ('example' in jsonSchema) {
        jsonSchema.examples = [jsonSchema.example]
        delete jsonSchema.example
      }
      // Zod's bounds of integers. Every JSON number is within them.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return rest as JsonSchema
}

function isAnything(items: unknown): boolean {
  return typeof items === 'object' && items !== null && Object.keys(items).length === 0
}

function itemsOf(list: z.core.$ZodType) {
  const { items } = z.toJSONSchema(list, { io: 'input', unrepresentable: 'any' })
  return Array.isArray(items) ? undefined : items
}

/** An example, made of the examples of the fields. */
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

/** One member of a union. */
export type Alternative = Readonly<{
  title: string
  /** The value of the discriminating field. */
  kind: string | undefined
  object: JsonSchema
}>

/** @param outerTitles the titles of the unions that contain the schema */
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
