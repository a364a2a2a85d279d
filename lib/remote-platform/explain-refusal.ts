import { Refusal, type RefusalCode } from '#lib/errors.ts'
import type { PlatformAnswer } from '#lib/remote-platform/ask-platform.ts'
import type { RefusalContent } from '#lib/remote-platform/schema.ts'

type Refused = Extract<PlatformAnswer, { kind: 'refused' }>

/** What they mean is a matter of the key, its owner or its scopes (RFC 6749 §5.2, RFC 6750 §3.1). */
const keyErrors: readonly RefusalContent['error'][] = [
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_token',
  'insufficient_scope',
]

/** What the platform's "no" means to whoever wanted to open an account. */
export function explainRefusal(refused: Refused): Refusal {
  return new Refusal(codeOf(refused), { detail: refused.detail })
}

function codeOf({ status, error, error_description: description }: Refused): RefusalCode {
  if (error === 'access_denied') return 'platform_account_refused'
  // Section 8 of the protocol: the description names the field.
  if (error === 'invalid_request' && description.includes('backUrl')) return 'platform_return_refused'
  if (status === 401 || keyErrors.includes(error)) return 'platform_key_refused'
  return 'platform_unusable'
}
