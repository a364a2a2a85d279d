import type { z } from 'zod'
import { type Form, requireField, unacceptableField } from '#lib/http/form-body.ts'

/**
 * The fields of a client's form, as the schema that also describes them has them.
 * @throws Refusal `invalid_request` naming the first field, in the schema's order, that is missing or not acceptable
 */
export function parseFields<Schema extends z.ZodType>(schema: Schema, form: Form<string>): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = String(issue?.path[0])
  requireField(form, field)
  throw unacceptableField(field, issue?.message)
}
