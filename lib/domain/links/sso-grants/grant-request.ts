import type { z } from 'zod'
import type { DeepPathProblem } from '#lib/domain/accounts/accounts/deep-path.ts'
import {
  type BackUrlProblem,
  maxBackUrlLength,
  readBackUrlOrigin,
} from '#lib/domain/links/return-addresses/back-url.ts'
import { type grantFields, grantRequestSchema } from '#lib/domain/links/sso-grants/schema.ts'
import type { Refusal } from '#lib/kernel/errors.ts'
import { type Form, parseFields, unacceptableField } from '#lib/kernel/form-fields.ts'

export type GrantRequest = Readonly<
  z.output<typeof grantRequestSchema> & {
    /** The `issuedAt` of the expired launch grant that this request replaces. */
    retryOfAt?: number
  }
>

/** Parses a grant request. @throws Refusal `invalid_request` with the first missing or invalid field, and why */
export function parseGrantRequest(form: Form<(typeof grantFields)[number]>): GrantRequest {
  return parseFields(grantRequestSchema, form, invalidGrantField)
}

/** The refusal of one field. It says why, because the caller has shown a valid access token or is signed in. */
function invalidGrantField(field: string, problem = ''): Refusal {
  return unacceptableField(field, reasons[field]?.[problem])
}

/** One response for a well-formed `backUrl` whose origin is not registered, and for one that the key may not use. */
export function refusedOrigin(reason: 'origin_unregistered' | 'origin_outside_key', backUrl: string): Refusal {
  const origin = readBackUrlOrigin(backUrl)
  return unacceptableField('backUrl', reasons.backUrl?.unregistered, { reason, reasonFacts: { origin } })
}

/** By field and problem. Constant text in the characters of RFC 6749 §5.2, never an echo of the request. */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accountId: {
    too_long: 'it is longer than 64 characters',
    malformed: 'it has characters other than A-Z a-z 0-9 . _ - or is . or ..',
  },
  backUrl: {
    too_long: `it is longer than ${maxBackUrlLength} characters after URL-encoding`,
    not_absolute: 'it is not an absolute URL',
    insecure: 'it must use https, or http for a loopback host',
    user_info: 'it has user info',
    fragment: 'it has a fragment',
    characters: 'it has characters that must be percent-encoded',
    malformed: 'its host or port is malformed',
    unregistered: 'its origin is not registered',
  } satisfies Record<BackUrlProblem, string>,
  deepPath: {
    too_long: 'it is longer than 512 characters after URL-encoding',
    elsewhere: 'it is neither the path of the account, /accounts/<accountId>, nor below it',
    ambiguous:
      'it has //, an inner segment that begins with a semicolon, a backslash, a fragment, whitespace, or an encoded separator or control character',
    dot_segment: 'it has a segment . or ..',
    encoding: 'its percent-encoding is not valid UTF-8',
    reserved: 'its path /accounts/<accountId>/- is reserved',
  } satisfies Record<DeepPathProblem, string>,
  locale: { malformed: 'it is not a lowercase language and region such as de-at' },
}
