import { peekAccountSession, type ReadSession, readAccountSession } from '#lib/account-sessions/read-account-session.ts'
import { readAccountCredential } from '#lib/cookies/account-cookie.ts'
import { isNavigation } from '#lib/http/navigation.ts'
import type { Services } from '#lib/services.ts'

/**
 * The session of this account in the browser that asks. Only somebody who goes there uses it: neither a prefetch nor
 * what an open page fetches by itself keeps it open.
 */
export async function findVisitedSession(
  services: Services,
  request: Request,
  accountId: string,
): Promise<ReadSession> {
  const read = isNavigation(request) ? readAccountSession : peekAccountSession
  return read(services, await readAccountCredential(services, request.headers.get('cookie') ?? ''), accountId)
}
