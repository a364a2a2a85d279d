import type { z } from 'zod'
import { Refusal } from '#lib/kernel/errors.ts'

/** The names of more unknown fields than this are not returned. */
const maxUnknownFields = 20

/**
 * Validates untrusted input.
 * @throws Refusal `input_invalid` with each field's first problem and its list entries; `unknown` for a field that a
 *   strict schema doesn't have
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  // A map, because a field may be named `__proto__`.
  const fields = new Map<string, string>()
  const entries: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) {
    const { path, message } = issue
    if (issue.code === 'unrecognized_keys' && path.length === 0) {
      for (const key of issue.keys.slice(0, maxUnknownFields)) fields.set(key.slice(0, 64), 'unknown')
      continue
    }
    const field = String(path[0] ?? '')
    if (!fields.has(field)) fields.set(field, message)
    const index = path[1]
    if (typeof index === 'number' && fields.get(field) === message) {
      entries[field] ??= []
      entries[field].push(readEntry(input, field, index))
    }
  }
  const problems = { fields: Object.fromEntries(fields) }
  throw new Refusal('input_invalid', Object.keys(entries).length === 0 ? problems : { ...problems, entries })
}

function readEntry(input: unknown, field: string, index: number): string {
  return String(Reflect.get(Object(Reflect.get(Object(input), field)), index))
}
