import type { z } from 'zod'
import { Refusal } from '#lib/errors.ts'

/** The known fields that were sent with a value. */
export type Form<Field extends string> = Readonly<Partial<Record<Field, string>>>

/**
 * What a form says by its schema.
 * @param unacceptable the refusal of a value that was sent and that the schema does not take
 * @throws Refusal `invalid_request` naming the first field, in the schema's order, that was not sent
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  form: Form<string>,
  unacceptable: (field: string, problem?: string) => Refusal = (field) => unacceptableField(field),
): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = String(issue?.path[0])
  requireField(form, field)
  throw unacceptable(field, issue?.message)
}

/** @throws Refusal `invalid_request` naming the field when it was not sent */
export function requireField<Field extends string>(form: Form<Field>, field: Field): string {
  const value = form[field]
  if (value === undefined) throw missingField(field)
  return value
}

/** The refusal of a request without this field. */
export function missingField(field: string): Refusal {
  return new Refusal('invalid_request', { description: `The field ${field} is missing.` })
}

/** The refusal of a value that was sent and cannot be used. `reason` is constant text: the client is told. */
export function unacceptableField(field: string, reason?: string): Refusal {
  const description = `The value of ${field} is not acceptable`
  if (reason === undefined) return new Refusal('invalid_request', { description: `${description}.` })
  return new Refusal('invalid_request', { description: `${description}: ${reason}.`, detail: `${field}: ${reason}` })
}
