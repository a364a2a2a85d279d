import { Refusal, type RefusalCode, type RefusalFacts } from '#lib/errors.ts'

/** When each refusal is given, for whoever writes a client. What it says and how stands in the table of refusals. */
const conditions = {
  invalid_request:
    'Content type, encoding or a value is not acceptable, a field is missing or was sent twice, or a credential stands in the URL. The description names the field and says what is wrong with its value.',
  body_too_large: 'The form is larger than 16 KiB.',
  method_not_allowed: 'Any other method. `Allow` names the ones there are.',
  unsupported_grant_type: 'The grant type is another one.',
  invalid_scope: 'More was asked for than the key, or the refresh token, allows.',
  invalid_client:
    'The key is unknown, disabled, revoked or expired, its secret is wrong, or its owner is not active. One answer for all.',
  invalid_grant:
    'The refresh token cannot be used, whatever the reason. One answer for all: ask for tokens with the API key.',
  unauthorized: 'There is no access token.',
  malformed_bearer: 'The access token is not written as one, or was sent in two ways.',
  invalid_token: 'The access token is damaged, expired or revoked, or its key or owner is no longer good.',
  insufficient_scope: 'The access token does not allow this.',
  key_without_introspect: 'The API key may not ask about tokens: it lacks the scope `introspect`.',
  access_denied: 'The account is unknown, suspended, or not to be opened by the owner of the key. One answer for all.',
  too_many_requests: 'There were too many failures. `Retry-After` says how many seconds to wait.',
  temporarily_unavailable: 'The service is busy, and nothing has happened. Try again after `Retry-After` seconds.',
  server_error: 'The service failed. Quote the request id.',
  grant_unknown: 'The link was never issued, was changed, or a part of it is missing.',
  grant_expired: 'The link was opened too late.',
  grant_used: 'The link was opened before.',
  grant_withdrawn: 'Key, person, account or return address is no longer good since the link was made.',
  grant_other_browser: 'The link was made for another browser.',
  platform_unreachable: 'Accounts open on another platform, and it does not answer.',
  platform_busy: 'Accounts open on another platform, and it asks to come back after `Retry-After` seconds.',
  platform_key_refused: 'Accounts open on another platform, and it does not accept the API key.',
  platform_account_refused: 'Accounts open on another platform, and it does not open this one.',
  platform_return_refused: 'Accounts open on another platform, and it does not know the return address.',
  platform_unusable: 'Accounts open on another platform, and its answer cannot be used.',
} as const satisfies Partial<Record<RefusalCode, string>>

/** A refusal that a client can meet. */
export type RefusedCode = keyof typeof conditions

/** Where anything can be asked, this can be answered. */
export const commonRefusals = ['method_not_allowed', 'server_error', 'temporarily_unavailable'] as const

/** Of a launch, where accounts open on another platform. */
export const platformRefusals = [
  'platform_unreachable',
  'platform_busy',
  'platform_key_refused',
  'platform_account_refused',
  'platform_return_refused',
  'platform_unusable',
] as const

/** Of every endpoint that reads a form. */
export const formRefusals = ['invalid_request', 'body_too_large', ...commonRefusals] as const

/** Of every endpoint that takes an API key. */
export const clientRefusals = ['invalid_client', 'too_many_requests'] as const

/** Of every endpoint that takes an access token. */
export const bearerRefusals = [
  'unauthorized',
  'malformed_bearer',
  'invalid_token',
  'insufficient_scope',
  'too_many_requests',
] as const

/** A refusal as an operation names it, with words of its own where it is given for another reason than elsewhere. */
export type Refused = RefusedCode | Readonly<{ code: RefusedCode; condition: string; description?: string }>

/** When it is given, and the refusal as it is thrown, with what only its place of origin knows. */
export function describeRefused(
  refused: Refused,
): Readonly<{ code: RefusedCode; condition: string; refusal: Refusal }> {
  const { code, condition, ...own } =
    typeof refused === 'string' ? { code: refused, condition: conditions[refused] } : refused
  const facts: RefusalFacts = {
    ...own,
    ...(code === 'too_many_requests' && { retryAfterSeconds: 30 }),
  }
  return { code, condition, refusal: new Refusal(code, facts) }
}
