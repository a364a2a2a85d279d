import { Refusal } from '#lib/kernel/errors.ts'

/** RFC 7644 §3.12. */
type ScimType =
  | ('invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue')
  | ('mutability' | 'noTarget' | 'tooMany' | 'uniqueness')

const codes = { uniqueness: 'conflict', tooMany: 'body_too_large' } as const

/**
 * The refusal of a SCIM request: 409 for `uniqueness`, 413 for `tooMany`, otherwise 400.
 * @param description constant text: it is public
 */
export function scimRefusal(scimType: ScimType, description: string): Refusal {
  const code = scimType === 'uniqueness' || scimType === 'tooMany' ? codes[scimType] : 'invalid_request'
  return new Refusal(code, { scimType, description })
}
