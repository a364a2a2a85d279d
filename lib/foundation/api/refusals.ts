import type { RefusalCode } from '#lib/kernel/errors.ts'

/** The conditions of refusals, for client developers. Status and description are in `lib/kernel/errors.ts`. */
export const conditions = {
  invalid_request:
    'The content type, the encoding or a value is invalid, a field is missing or repeated, or a credential is in the URL. The description names the field and the problem.',
  body_too_large: 'The form is larger than 16 KiB.',
  method_not_allowed: 'The endpoint does not support this method. `Allow` lists the supported ones.',
  unsupported_grant_type: 'The grant type is not supported.',
  invalid_scope: 'The requested scope exceeds that of the API key or refresh token.',
  invalid_client:
    'The API key is unknown, disabled, revoked or expired, its secret is wrong, or its owner is inactive. The response does not reveal which.',
  invalid_grant: 'The refresh token cannot be used. The response does not reveal why. Get new tokens with the API key.',
  invalid_dpop_proof:
    'The tokens are bound to a key of the client, and the DPoP proof is missing, invalid, signed by another key, or was sent before.',
  use_dpop_nonce: 'The DPoP proof has no recent nonce. Send one with the nonce in `DPoP-Nonce`.',
  unauthorized: 'There is no access token.',
  malformed_bearer: 'The access token is malformed, or was sent in two ways.',
  invalid_token: 'The access token is invalid, expired or revoked, or its API key or owner is no longer active.',
  insufficient_scope: 'The access token does not have the required scope.',
  key_without_introspect: 'The API key does not have the scope `introspect`.',
  key_not_rotatable: 'The API key was not generated as rotatable.',
  key_cannot_give_role:
    'The user has or gets the role owner, admin or service_admin, which no access token gives or brings back.',
  former_secret_works: 'The old secret of the API key still works. It has to be retired first.',
  unknown_position:
    'The journal has no entry with this number, as after a restored backup, or events after it are no longer kept.',
  forbidden: 'The owner of the API key doesn’t manage users of this role.',
  last_owner: 'This is the last active owner.',
  precondition_failed: 'The resource is not as `If-Match` or `If-None-Match` requires.',
  conflict: 'It exists already.',
  idempotency_key_reused: 'The `Idempotency-Key` was used with another request within 24 hours.',
  not_found: 'It does not exist, is no longer kept, or belongs to another API key. The response does not reveal which.',
  access_denied:
    'The account is unknown or suspended, or the owner of the API key has no access to it. The response does not reveal which.',
  too_many_requests:
    'There were too many failures, or the limit of calls of the API key is used up. `Retry-After` contains the number of seconds to wait.',
  temporarily_unavailable: 'The service is busy and has changed nothing. Try again after `Retry-After` seconds.',
  server_error: 'The service failed. Include the request ID when you report it.',
  grant_unknown: 'The link was never issued, was changed, or is incomplete.',
  grant_expired: 'The link has expired.',
  grant_used: 'The link was already opened.',
  grant_withdrawn: 'The API key, user, account or return address of the link is no longer active.',
  grant_other_browser: 'The link was issued for another browser.',
  platform_unreachable: 'Accounts open on a remote platform, which does not respond.',
  platform_busy: 'Accounts open on a remote platform, which is busy. Try again after `Retry-After` seconds.',
  platform_key_refused: 'Accounts open on a remote platform, which does not accept the API key.',
  platform_account_refused: 'Accounts open on a remote platform, which refuses to open this one.',
  platform_return_refused: 'Accounts open on a remote platform, which does not know the return address.',
  platform_unusable: 'Accounts open on a remote platform, which sent an invalid response.',
} as const satisfies Partial<Record<RefusalCode, string>>

/** A refusal that client programs can receive. */
export type RefusedCode = keyof typeof conditions

/** Of every operation. */
export const commonRefusals = ['method_not_allowed', 'server_error', 'temporarily_unavailable'] as const

/** Of every operation with a form. */
export const formRefusals = ['invalid_request', 'body_too_large', ...commonRefusals] as const

/** Of every operation that requires an API key. */
export const clientRefusals = ['invalid_client', 'too_many_requests'] as const

/** A refusal of an operation, with its own condition and description if those differ from the usual ones. */
export type Refused =
  | RefusedCode
  | Readonly<{ code: RefusedCode; condition: string; description?: string; status?: number }>

/** Of every operation that requires an access token. A resource refuses a proof with a challenge (RFC 9449 §7.1). */
export const accessTokenRefusals = [
  'malformed_bearer',
  'unauthorized',
  'invalid_token',
  { code: 'invalid_dpop_proof', condition: conditions.invalid_dpop_proof, status: 401 },
  { code: 'use_dpop_nonce', condition: conditions.use_dpop_nonce, status: 401 },
] as const satisfies readonly Refused[]
