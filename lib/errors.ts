/** The description of every 401 of `GET /auth/v1/verify`. */
export const notVerifiedDescription = 'No open account session covers the original address.'

/**
 * Every refusal of the product: status and constant public description.
 * Clients read `error` (RFC 6749 §5.2, RFC 6750 §3.1); the portal reads the codes.
 */
const refusals = {
  invalid_request: { status: 400, error: 'invalid_request', description: 'The request is malformed.' },
  method_not_allowed: { status: 405, error: 'invalid_request', description: 'This method is not allowed here.' },
  body_too_large: { status: 413, error: 'invalid_request', description: 'The body is larger than 16 KiB.' },
  unsupported_grant_type: {
    status: 400,
    error: 'unsupported_grant_type',
    description: 'The grant type must be client_credentials or refresh_token.',
  },
  invalid_scope: {
    status: 400,
    error: 'invalid_scope',
    description: 'The scope exceeds what this API key or refresh token allows.',
  },
  invalid_client: { status: 401, error: 'invalid_client', description: 'The API key or its secret is not valid.' },
  invalid_grant: { status: 400, error: 'invalid_grant', description: 'The refresh token is not valid.' },
  unauthorized: {
    status: 401,
    error: 'unauthorized',
    description: 'Send the access token in the header Authorization: Bearer <accessToken>.',
  },
  malformed_bearer: {
    status: 400,
    error: 'invalid_request',
    description: 'Send the access token once, in the header Authorization: Bearer <accessToken>.',
  },
  invalid_token: { status: 401, error: 'invalid_token', description: 'The access token is not valid.' },
  insufficient_scope: {
    status: 403,
    error: 'insufficient_scope',
    description: 'The access token does not have the scope sso.',
  },
  key_without_introspect: {
    status: 403,
    error: 'insufficient_scope',
    description: 'The API key does not have the scope introspect.',
  },
  access_denied: {
    status: 403,
    error: 'access_denied',
    description: 'This account does not exist, or this key cannot open it.',
  },
  too_many_requests: {
    status: 429,
    error: 'too_many_requests',
    description: 'Too many failed or open requests. Try again after the time in Retry-After.',
  },
  temporarily_unavailable: {
    status: 503,
    error: 'temporarily_unavailable',
    description: 'The service is busy. Try again shortly.',
  },
  server_error: {
    status: 500,
    error: 'server_error',
    description: 'Internal error. Report the request ID to the operator.',
  },

  repeated_cookie: {
    status: 400,
    error: 'repeated_cookie',
    description: 'The browser sent two cookies with the same name.',
  },

  grant_unknown: { status: 403, error: 'grant_unknown', description: 'This sign-in link is not valid.' },
  grant_expired: { status: 410, error: 'grant_expired', description: 'This sign-in link has expired.' },
  grant_used: { status: 410, error: 'grant_used', description: 'This sign-in link was already used.' },
  grant_withdrawn: {
    status: 403,
    error: 'grant_withdrawn',
    description: 'Access was revoked after this sign-in link was issued.',
  },
  grant_other_browser: {
    status: 403,
    error: 'grant_other_browser',
    description: 'This sign-in link belongs to another browser.',
  },

  platform_unreachable: {
    status: 503,
    error: 'platform_unreachable',
    description: 'The platform that opens accounts is not responding. Try again shortly.',
  },
  platform_busy: {
    status: 503,
    error: 'platform_busy',
    description: 'The platform that opens accounts is busy. Try again after the time in Retry-After.',
  },
  platform_key_refused: {
    status: 502,
    error: 'platform_key_refused',
    description: 'The platform that opens accounts does not accept the API key.',
  },
  platform_account_refused: {
    status: 403,
    error: 'platform_account_refused',
    description: 'The platform that opens accounts does not open this account.',
  },
  platform_return_refused: {
    status: 502,
    error: 'platform_return_refused',
    description: 'The platform that opens accounts does not accept the return address.',
  },
  platform_unusable: {
    status: 502,
    error: 'platform_unusable',
    description: 'The platform that opens accounts sent an invalid response.',
  },

  forbidden: { status: 403, error: 'forbidden', description: 'Your role does not allow this.' },
  foreign_form: {
    status: 403,
    error: 'foreign_form',
    description: 'This form was sent from another site. Open Latchkey and try again.',
  },
  not_found: { status: 404, error: 'not_found', description: 'It does not exist, or it was removed.' },
  signed_out: { status: 401, error: 'signed_out', description: 'You are signed out. Sign in and try again.' },
  sign_in_failed: { status: 401, error: 'sign_in_failed', description: 'The name or password is wrong.' },
  confirmation_required: {
    status: 403,
    error: 'confirmation_required',
    description: 'Enter your password again to do this.',
  },
  password_wrong: { status: 403, error: 'password_wrong', description: 'The password is wrong.' },
  link_unusable: {
    status: 410,
    error: 'link_unusable',
    description: 'This link was already used, has expired, or was replaced by a newer one.',
  },
  input_invalid: { status: 400, error: 'input_invalid', description: 'Some fields need attention.' },
  last_owner: {
    status: 409,
    error: 'last_owner',
    description: 'This is the last active owner. Make someone else an owner first.',
  },
  conflict: { status: 409, error: 'conflict', description: 'The current state does not allow this.' },
} as const satisfies Record<string, { status: number; error: string; description: string }>

export type RefusalCode = keyof typeof refusals

/** The problem of each rejected form field: a stable code by field name, which the interface translates. */
export type FieldProblems = Readonly<Record<string, string>>

/** The rejected entries of each list field, as sent. Only the sender sees them. */
export type FieldEntries = Readonly<Record<string, readonly string[]>>

export type RefusalFacts = {
  /** Replaces the table's description. Constant text only: the client sees it. */
  description?: string
  /** For the log and the operator, never for the client. */
  detail?: string
  fields?: FieldProblems
  entries?: FieldEntries
  retryAfterSeconds?: number
  cause?: unknown
}

const brand = Symbol.for('latchkey.refusal')

/** A refused request. Three readers: the client, its developer, and the log. */
export class Refusal extends Error {
  readonly [brand] = true
  readonly code: RefusalCode
  readonly status: number
  readonly error: string
  readonly description: string
  readonly detail: string | undefined
  readonly fields: FieldProblems | undefined
  readonly entries: FieldEntries | undefined
  readonly retryAfterSeconds: number | undefined
  /** Next passes only this property of a page's error to the error page. */
  readonly digest: RefusalCode

  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    super(facts.detail ?? code, { cause: facts.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code].status
    this.error = refusals[code].error
    this.description = facts.description ?? refusals[code].description
    this.detail = facts.detail
    this.fields = facts.fields
    this.entries = facts.entries
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.digest = code
  }
}

/** True for a refusal of any copy of this module: the server and Next's bundle each evaluate it. */
export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && brand in error
}

/** Any error as a refusal: an unexpected one becomes `server_error`. */
export function toRefusal(error: unknown): Refusal {
  return isRefusal(error) ? error : new Refusal('server_error', { cause: error })
}
