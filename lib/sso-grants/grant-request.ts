import type { z } from 'zod'
import { type Form, parseFields } from '#lib/form-fields.ts'
import { type grantFields, grantRequestSchema } from '#lib/sso-grants/schema.ts'
import { unacceptableValue } from '#lib/sso-grants/unacceptable-value.ts'

export type GrantRequest = Readonly<
  z.output<typeof grantRequestSchema> & {
    /** The `issuedAt` of a launch grant that came too late, where this request repeats it. */
    retryOfAt?: number
  }
>

/**
 * What is asked for, every value by its rule of section 4 of the protocol.
 * @throws Refusal `invalid_request` naming the first field that is missing or not acceptable, and why
 */
export function parseGrantRequest(form: Form<(typeof grantFields)[number]>): GrantRequest {
  return parseFields(grantRequestSchema, form, unacceptableValue)
}
