import { Refusal } from '#lib/errors.ts'
import { authenticateAccessToken } from '#lib/refresh-tokens/authenticate-token.ts'
import type { TokenHolder } from '#lib/refresh-tokens/authorize-token.ts'
import { describeRemedy } from '#lib/refusals/explain-refusal.ts'
import type { RefusalAnswer } from '#lib/refusals/schema.ts'
import { findRefusalRow } from '#lib/refusals/store.ts'
import type { Services } from '#lib/services.ts'

/** The description of the refusal. */
export const noOwnRefusal = 'No refusal of this API key is stored for this request ID.'

/**
 * A refusal of the key that the access token was issued to; the token needs no scope. Whether another key's refusal
 * exists is not told.
 * @throws Refusal `invalid_token`, `not_found`
 */
export async function findOwnRefusal(
  services: Services,
  { token, ...context }: TokenHolder,
  requestId: string,
): Promise<RefusalAnswer> {
  const { key } = await authenticateAccessToken(services, context, token)
  const refusal = await findRefusalRow(services.db, requestId)
  if (refusal?.keyId !== key.id) throw new Refusal('not_found', { description: noOwnRefusal })
  const { at, endpoint, status, error, reason } = refusal
  const when = new Date(at).toISOString()
  return { requestId, at: when, endpoint, status, error, reason, remedy: describeRemedy(reason) }
}
