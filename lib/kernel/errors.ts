import { type ReasonFacts, type RefusalReason, refusalReasons } from '#lib/kernel/refusal-reasons.ts'

/** The description of every 401 of `GET /auth/v1/verify`. */
export const notVerifiedDescription = 'No open account session covers the original address.'

type RefusalRow = Readonly<{ status: number; description: string; error?: string; reason?: RefusalReason }>

/**
 * Every refusal: status, public description and, if it differs from the code, its OAuth `error`. `reason` is that of a
 * refusal that names none.
 */
const refusals = {
  invalid_request: { status: 400, description: 'The request is malformed.' },
  method_not_allowed: {
    status: 405,
    error: 'invalid_request',
    description: 'This method is not allowed here.',
    reason: 'method_not_allowed',
  },
  body_too_large: {
    status: 413,
    error: 'invalid_request',
    description: 'The body is larger than 16 KiB.',
    reason: 'body_too_large',
  },
  unsupported_grant_type: {
    status: 400,
    description: 'The grant type must be client_credentials or refresh_token.',
    reason: 'grant_type_unknown',
  },
  invalid_scope: {
    status: 400,
    description: 'The scope exceeds what this API key or refresh token allows.',
    reason: 'scope_exceeded',
  },
  invalid_client: { status: 401, description: 'The API key or its secret is not valid.' },
  invalid_grant: { status: 400, description: 'The refresh token is not valid.' },
  unauthorized: {
    status: 401,
    description: 'Send the access token in the header Authorization: Bearer <accessToken>.',
  },
  malformed_bearer: {
    status: 400,
    error: 'invalid_request',
    description: 'Send the access token once, in the header Authorization: Bearer <accessToken>.',
    reason: 'bearer_malformed',
  },
  invalid_token: { status: 401, description: 'The access token is not valid.' },
  invalid_dpop_proof: { status: 400, description: 'The DPoP proof is missing or not valid.' },
  use_dpop_nonce: { status: 400, description: 'Send a DPoP proof with the nonce in DPoP-Nonce.' },
  insufficient_scope: { status: 403, description: 'The access token does not have the required scope.' },
  key_without_introspect: {
    status: 403,
    error: 'insufficient_scope',
    description: 'The API key does not have the scope introspect.',
    reason: 'introspect_missing',
  },
  key_not_rotatable: {
    status: 403,
    error: 'access_denied',
    description: 'This API key may not rotate its own secret.',
  },
  key_cannot_give_role: {
    status: 403,
    error: 'forbidden',
    description:
      'No access token can give this role or reactivate a user who has it. Use the portal, or the command on the server.',
  },
  former_secret_works: {
    status: 409,
    error: 'conflict',
    description: 'The old secret of the API key still works. Retire it first.',
  },
  unknown_position: {
    status: 410,
    description:
      'The journal ends before this number, or events after it are no longer kept. Omit after to start anew.',
    reason: 'position_unknown',
  },
  access_denied: { status: 403, description: 'This account does not exist, or this key cannot open it.' },
  too_many_requests: {
    status: 429,
    description: 'Too many failed or open requests. Try again after the time in Retry-After.',
    reason: 'too_many_failures',
  },
  temporarily_unavailable: {
    status: 503,
    description: 'The service is busy. Try again shortly.',
    reason: 'unavailable',
  },
  server_error: {
    status: 500,
    description: 'Internal error. Report the request ID to the operator.',
    reason: 'internal_error',
  },

  repeated_cookie: { status: 400, description: 'The browser sent two cookies with the same name.' },

  grant_unknown: { status: 403, description: 'This sign-in link is not valid.', reason: 'link_unknown' },
  grant_expired: { status: 410, description: 'This sign-in link has expired.', reason: 'link_expired' },
  grant_used: { status: 410, description: 'This sign-in link was already used.', reason: 'link_used' },
  grant_withdrawn: {
    status: 403,
    description: 'Access was revoked after this sign-in link was issued.',
    reason: 'link_revoked',
  },
  grant_other_browser: {
    status: 403,
    description: 'This sign-in link belongs to another browser.',
    reason: 'link_other_browser',
  },

  platform_unreachable: {
    status: 503,
    description: 'The platform that opens accounts is not responding. Try again shortly.',
  },
  platform_busy: {
    status: 503,
    description: 'The platform that opens accounts is busy. Try again after the time in Retry-After.',
  },
  platform_key_refused: { status: 502, description: 'The platform that opens accounts does not accept the API key.' },
  platform_account_refused: {
    status: 403,
    description: 'The platform that opens accounts does not open this account.',
  },
  platform_return_refused: {
    status: 502,
    description: 'The platform that opens accounts does not accept the return address.',
  },
  platform_unusable: { status: 502, description: 'The platform that opens accounts sent an invalid response.' },

  forbidden: { status: 403, description: 'Your role does not allow this.' },
  foreign_form: { status: 403, description: 'This form was sent from another site. Open Latchkey and try again.' },
  not_found: { status: 404, description: 'It does not exist, or it was removed.' },
  precondition_failed: { status: 412, description: 'It has changed since it was read.' },
  idempotency_key_reused: {
    status: 422,
    description: 'This Idempotency-Key was used with another request.',
  },
  not_implemented: { status: 501, description: 'The server does not support this.' },
  signed_out: { status: 401, description: 'You are signed out. Sign in and try again.' },
  sign_in_failed: { status: 401, description: 'The name or password is wrong.' },
  confirmation_required: { status: 403, description: 'Confirm your identity again to do this.' },
  password_wrong: { status: 403, description: 'The password is wrong.' },
  code_wrong: { status: 403, description: 'The code is wrong or was already used.' },
  passkey_refused: { status: 403, description: 'This passkey was not accepted.' },
  factor_required: { status: 409, description: 'Your role requires a second factor. Add another one first.' },
  password_short: {
    status: 409,
    description: 'The password is too short without a second factor. Change it first.',
  },
  sign_in_expired: { status: 403, description: 'This sign-in took too long. Start again.' },
  link_unusable: {
    status: 410,
    description: 'This link was already used, has expired, or was replaced by a newer one.',
  },
  input_invalid: { status: 400, description: 'Some fields need attention.' },
  last_owner: { status: 409, description: 'This is the last active owner. Make someone else an owner first.' },
  conflict: { status: 409, description: 'The current state does not allow this.' },
} as const satisfies Record<string, RefusalRow>

export type RefusalCode = keyof typeof refusals

/** A stable problem code per form field; the interface translates them. */
export type FieldProblems = Readonly<Record<string, string>>

/** For a field that is a list: the invalid entries, as the user entered them. */
export type FieldEntries = Readonly<Record<string, readonly string[]>>

export type RefusalFacts = {
  /** Replaces the table's status. */
  status?: number
  /** Replaces the table's description. Constant text only, because it is public. */
  description?: string
  /** The cause, for managers and for the holder of the key. */
  reason?: RefusalReason
  reasonFacts?: ReasonFacts
  /** For the log only; by default the sentence of the reason. */
  detail?: string
  fields?: FieldProblems
  entries?: FieldEntries
  retryAfterSeconds?: number
  /** The scope that an access token lacks, for the challenge (RFC 6750 §3). */
  scope?: string
  /** RFC 7644 §3.12, for the response of a SCIM endpoint. */
  scimType?: string
  cause?: unknown
}

const brand = Symbol.for('latchkey.refusal')

/** An expected error with a public code and description, and a private reason. */
export class Refusal extends Error {
  readonly [brand] = true
  readonly code: RefusalCode
  readonly status: number
  readonly error: string
  readonly description: string
  readonly reason: RefusalReason | undefined
  readonly reasonFacts: ReasonFacts
  readonly detail: string | undefined
  readonly fields: FieldProblems | undefined
  readonly entries: FieldEntries | undefined
  readonly retryAfterSeconds: number | undefined
  readonly scope: string | undefined
  readonly scimType: string | undefined
  /** The only member that Next passes from a failed page to its error page. */
  readonly digest: RefusalCode

  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    const { status, description, error = code, ...row }: RefusalRow = refusals[code]
    const reason = facts.reason ?? row.reason
    const detail = facts.detail ?? (reason && refusalReasons[reason])
    super(detail ?? code, { cause: facts.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = facts.status ?? status
    this.error = error
    this.description = facts.description ?? description
    this.reason = reason
    this.reasonFacts = facts.reasonFacts ?? {}
    this.detail = detail
    this.fields = facts.fields
    this.entries = facts.entries
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.scope = facts.scope
    this.scimType = facts.scimType
    this.digest = code
  }
}

/** Recognizes refusals of any copy of this module: the server and Next's bundle each evaluate it. */
export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && brand in error
}

/** The error as a refusal; an unexpected one becomes `server_error`. */
export function toRefusal(error: unknown): Refusal {
  return isRefusal(error) ? error : new Refusal('server_error', { cause: error })
}
