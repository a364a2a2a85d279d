import type { SessionTarget } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { isReturnAllowed } from '#lib/domain/keys/api-keys/limits-store.ts'
import { foreignOrigin } from '#lib/domain/links/return-addresses/back-url.ts'
import type { Services } from '#lib/foundation/services.ts'

/** Whether a link, or the session that it opened, may lead to its `backUrl` now. */
export async function mayReturn(
  { db, env }: Services,
  { keyId, backUrl }: Pick<SessionTarget, 'keyId' | 'backUrl'>,
): Promise<boolean> {
  const origin = foreignOrigin(backUrl, env.baseUrl)
  return origin === null || (origin !== '' && isReturnAllowed(db, { origin, keyId }))
}
