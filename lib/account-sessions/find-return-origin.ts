import { peekAccountSession } from '#lib/account-sessions/read-account-session.ts'
import type { Services } from '#lib/services.ts'

/**
 * The origin that "End and return" of this account's pages leads to: their `form-action` must name it, since browsers
 * judge the redirect that follows a form as well. Undefined without a session, and when it cannot be read: the page
 * itself will say so.
 */
export async function findReturnOrigin(
  services: Services,
  cookieHeader: string,
  accountId: string,
): Promise<string | undefined> {
  try {
    const found = await peekAccountSession(services, cookieHeader, accountId)
    return found.ok ? new URL(found.session.backUrl).origin : undefined
  } catch (error) {
    services.log.warn({ error }, 'the return origin cannot be read')
    return undefined
  }
}
