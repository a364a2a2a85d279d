import { Refusal, type RefusalCode } from '#lib/errors.ts'
import type { PlatformResponse } from '#lib/remote-platform/post-form.ts'
import type { RefusalContent } from '#lib/remote-platform/schema.ts'

type Refused = Extract<PlatformResponse, { kind: 'refused' }>

/** Codes about the key, its owner or its scopes (RFC 6749 §5.2, RFC 6750 §3.1). */
const keyErrors: readonly RefusalContent['error'][] = [
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_token',
  'insufficient_scope',
]

/** Translates the platform's refusal for the user who wanted to open an account. */
export function explainRefusal(refused: Refused): Refusal {
  return new Refusal(codeOf(refused), { detail: refused.detail })
}

function codeOf({ path, status, error }: Refused): RefusalCode {
  if (error === 'access_denied') return 'platform_account_refused'
  // This server checked every field before sending it, but only the platform knows its own return addresses.
  if (error === 'invalid_request' && path === '/auth/v1/sso') return 'platform_return_refused'
  return status === 401 || keyErrors.includes(error) ? 'platform_key_refused' : 'platform_unusable'
}
