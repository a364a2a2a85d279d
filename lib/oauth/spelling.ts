import { Refusal } from '#lib/errors.ts'
import type { Form } from '#lib/form-fields.ts'

/** How a client spells the names of fields: as the specification does, or as RFC 6749 does. The answer follows it. */
export type Spelling = 'camelCase' | 'standard'

/** What a client authenticates with, as each spelling names it. */
export const clientFieldNames = {
  camelCase: { id: 'clientId', secret: 'clientSecret' },
  standard: { id: 'client_id', secret: 'client_secret' },
} as const

/**
 * The one spelling in which a form was sent: the specification's where none of the fields tells.
 * @throws Refusal `invalid_request` when it has fields of both: which of two values counts would be a guess
 */
export function readSpelling<Field extends string>(
  form: Form<Field>,
  fields: Readonly<Record<Spelling, readonly NoInfer<Field>[]>>,
): Spelling {
  const has = (spelling: Spelling) => fields[spelling].some((field) => form[field] !== undefined)
  if (!has('standard')) return 'camelCase'
  if (!has('camelCase')) return 'standard'
  throw new Refusal('invalid_request', { description: 'Spell all fields one way: in camelCase, or as RFC 6749 does.' })
}
