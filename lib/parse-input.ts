import type { z } from 'zod'
import { Refusal } from '#lib/errors.ts'

/** Validates untrusted input. @throws Refusal `input_invalid` with each field's first problem and its list entries */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  const entries: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) {
    const [field = '', index] = path.map(String)
    fields[field] ??= message
    if (index !== undefined && fields[field] === message) {
      entries[field] ??= []
      entries[field].push(readEntry(input, field, index))
    }
  }
  throw new Refusal('input_invalid', Object.keys(entries).length === 0 ? { fields } : { fields, entries })
}

function readEntry(input: unknown, field: string, index: string): string {
  return String(Reflect.get(Object(Reflect.get(Object(input), field)), index))
}
