import type { z } from 'zod'
import { Refusal, type RefusalFacts } from '#lib/kernel/errors.ts'

/** The known fields of a request that have a value. */
export type Form<Field extends string> = Readonly<Partial<Record<Field, string>>>

/** Validates a form. @throws Refusal `invalid_request` for the first missing field, or what `unacceptable` makes */
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

export function requireField<Field extends string>(form: Form<Field>, field: Field): string {
  const value = form[field]
  if (value === undefined) throw missingField(field)
  return value
}

export function missingField(field: string): Refusal {
  return new Refusal('invalid_request', {
    description: `The field ${field} is missing.`,
    reason: 'field_missing',
    reasonFacts: { field },
  })
}

/** @param problem constant text, because it is public */
export function unacceptableField(
  field: string,
  problem?: string,
  { reason = 'field_unacceptable', reasonFacts }: Pick<RefusalFacts, 'reason' | 'reasonFacts'> = {},
): Refusal {
  const description = `The value of ${field} is not acceptable`
  const facts = { reason, reasonFacts: { field, ...reasonFacts } }
  if (problem === undefined) return new Refusal('invalid_request', { description: `${description}.`, ...facts })
  const detail = reason === 'field_unacceptable' ? { detail: `${field}: ${problem}` } : {}
  return new Refusal('invalid_request', { description: `${description}: ${problem}.`, ...detail, ...facts })
}

/** The length of a field's value after URL encoding. */
export function encodedLength(value: string): number {
  return new URLSearchParams([['', value]]).toString().length - '='.length
}
