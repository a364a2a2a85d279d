import { Refusal } from '#lib/errors.ts'
import type { Form } from '#lib/form-fields.ts'

/** How a request spells field names: in camelCase as the specification, or as RFC 6749. The response follows it. */
export type Spelling = 'camelCase' | 'standard'

/** The fields of client authentication in each spelling. */
export const clientFieldNames = {
  camelCase: { id: 'clientId', secret: 'clientSecret' },
  standard: { id: 'client_id', secret: 'client_secret' },
} as const

/**
 * The spelling of a form; camelCase if no field tells.
 * @throws Refusal `invalid_request` for fields of both spellings, which could contradict each other
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
