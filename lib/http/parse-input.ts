import type { z } from 'zod'
import { Refusal } from '#lib/errors.ts'

/**
 * What came through the door, as its schema has it.
 * @throws Refusal `input_invalid` with the first problem of each field, by the field's name
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? '')] ??= message
  throw new Refusal('input_invalid', { fields })
}
