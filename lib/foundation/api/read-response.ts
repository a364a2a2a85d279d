import { z } from 'zod'

/** A response as clients in TypeScript read it: instants are Unix milliseconds. */
export type Read<Schema> = Schema extends z.ZodISODateTime
  ? number
  : Schema extends z.ZodNullable<infer Inner>
    ? Read<Inner> | null
    : Schema extends z.ZodOptional<infer Inner>
      ? Read<Inner> | undefined
      : Schema extends z.ZodArray<infer Item>
        ? Read<Item>[]
        : Schema extends z.ZodObject<infer Fields>
          ? ReadFields<Fields>
          : z.output<Schema>

type ReadFields<Fields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends z.ZodOptional ? never : Name]: Read<Fields[Name]>
} & {
  -readonly [Name in keyof Fields as Fields[Name] extends z.ZodOptional ? Name : never]?: Read<Fields[Name]>
}

/** Reads responses that the schema describes. Newer servers may send more fields. */
export function readerOf<Schema extends z.ZodType>(schema: Schema): z.ZodType<Read<Schema>> {
  return toReader(schema) as z.ZodType<Read<Schema>>
}

/** Zod's own schemas are of the classes below. */
function toReader(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodISODateTime) return schema.transform((instant) => Date.parse(instant))
  if (schema instanceof z.ZodNullable) return toReader(schema.unwrap()).nullable()
  if (schema instanceof z.ZodOptional) return toReader(schema.unwrap()).optional()
  if (schema instanceof z.ZodArray) return z.array(toReader(schema.element))
  if (!(schema instanceof z.ZodObject)) return schema as z.ZodType
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, toReader(field)] as const)
  return z.object(Object.fromEntries(fields))
}
