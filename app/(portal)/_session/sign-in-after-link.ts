import { runAction } from '#lib/http/action-result.ts'
import type { SignInFields } from '#lib/portal-sessions/schema.ts'
import { getServices } from '#lib/services.ts'
import { currentAnonymous } from './anonymous.ts'
import { signInWithCookies } from './auth.ts'

/**
 * Signs in the user who has just chosen this password, in a Server Action.
 * @returns the URL to continue at: the portal, or the sign-in page with a notice
 */
export async function signInAfterLink(fields: SignInFields, notice: 'set-up' | 'password-set'): Promise<string> {
  const result = await runAction(await getServices(), await currentAnonymous(), () => signInWithCookies(fields))
  return result.ok ? '/' : `/sign-in?notice=${notice}`
}
