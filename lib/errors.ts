/** The description of every 401 of `GET /auth/v1/verify`. */
export const notVerifiedDescription = 'No open account session covers the original address.'

/**
 * Every refusal the product can give, decided in advance: status and the constant public words.
 * `error` is what a client program reads (RFC 6749 §5.2, RFC 6750 §3.1); the rest of the codes are the portal's.
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
    description: 'The scope goes beyond what this API key or refresh token allows.',
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
    description: 'The access token does not carry the scope sso.',
  },
  key_without_introspect: {
    status: 403,
    error: 'insufficient_scope',
    description: 'The API key does not have the scope introspect.',
  },
  access_denied: {
    status: 403,
    error: 'access_denied',
    description: 'This account does not exist or may not be opened with this key.',
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
  server_error: { status: 500, error: 'server_error', description: 'The service failed. Quote the request id.' },

  repeated_cookie: {
    status: 400,
    error: 'repeated_cookie',
    description: 'The browser sent two cookies of the same name.',
  },

  grant_unknown: { status: 403, error: 'grant_unknown', description: 'This sign-on link is not valid.' },
  grant_expired: { status: 410, error: 'grant_expired', description: 'This sign-on link has expired.' },
  grant_used: { status: 410, error: 'grant_used', description: 'This sign-on link was already used.' },
  grant_withdrawn: {
    status: 403,
    error: 'grant_withdrawn',
    description: 'What this sign-on link was made for is no longer allowed.',
  },
  grant_other_browser: {
    status: 403,
    error: 'grant_other_browser',
    description: 'This sign-on link belongs to another browser.',
  },

  platform_unreachable: {
    status: 503,
    error: 'platform_unreachable',
    description: 'The platform that opens accounts does not answer. Try again shortly.',
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
    description: 'The platform that opens accounts does not open this one.',
  },
  platform_return_refused: {
    status: 502,
    error: 'platform_return_refused',
    description: 'The platform that opens accounts does not know the return address.',
  },
  platform_unusable: {
    status: 502,
    error: 'platform_unusable',
    description: 'The platform that opens accounts gave an answer that cannot be used.',
  },

  forbidden: { status: 403, error: 'forbidden', description: 'Your role does not allow this.' },
  foreign_form: {
    status: 403,
    error: 'foreign_form',
    description: 'This form was sent from another site. Open Latchkey and try again.',
  },
  not_found: { status: 404, error: 'not_found', description: 'It does not exist, or no longer does.' },
  signed_out: { status: 401, error: 'signed_out', description: 'You are signed out. Sign in and try again.' },
  sign_in_failed: { status: 401, error: 'sign_in_failed', description: 'The name or the password is not right.' },
  confirmation_required: {
    status: 403,
    error: 'confirmation_required',
    description: 'Enter your password again to do this.',
  },
  password_wrong: { status: 403, error: 'password_wrong', description: 'The password is not right.' },
  link_unusable: {
    status: 410,
    error: 'link_unusable',
    description: 'This link was already used, has expired or was replaced by a newer one.',
  },
  input_invalid: { status: 400, error: 'input_invalid', description: 'Some fields need attention.' },
  last_owner: {
    status: 409,
    error: 'last_owner',
    description: 'This is the last active owner. Make somebody else an owner first.',
  },
  conflict: { status: 409, error: 'conflict', description: 'Its state does not allow this.' },
} as const satisfies Record<string, { status: number; error: string; description: string }>

export type RefusalCode = keyof typeof refusals

/** What is wrong with which field of a form: a stable code per field name, put into words by the interface. */
export type FieldProblems = Readonly<Record<string, string>>

/** Of a field that is a list: the entries that its problem is about, as they were given. For whoever gave them. */
export type FieldEntries = Readonly<Record<string, readonly string[]>>

export type RefusalFacts = {
  /** Replaces the table's description. Constant text only: it is shown to whoever asked. */
  description?: string
  /** For the log and the operator, never for the one who asked. */
  detail?: string
  fields?: FieldProblems
  entries?: FieldEntries
  retryAfterSeconds?: number
  cause?: unknown
}

const brand = Symbol.for('latchkey.refusal')

/** A request that is answered with "no", by one of the codes above. Three readers: client, its developer, the log. */
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
  /** Of an error that a page throws, its framework hands this, and nothing else, to the page that says so. */
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

/** Any error as a refusal: what nobody decided in advance is our fault. */
export function toRefusal(error: unknown): Refusal {
  return isRefusal(error) ? error : new Refusal('server_error', { cause: error })
}
