import { encode } from 'next-auth/jwt'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import { startSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { makeBrowserCookie } from '#lib/web/cookies/browser-cookie.ts'
import { portalCookieName, portalCookieSecrets } from '#lib/web/cookies/portal-cookie.ts'
import { testOperator } from './fixtures.ts'

/** A signed-in user and the cookies of the browser. */
export type SignedInAgent = Readonly<{ userId: string; cookies: string }>

/** Signs in an agent with access to every account. */
export async function signInAgent(services: Services): Promise<SignedInAgent> {
  const { baseUrl } = services.env
  const username = `agent-${randomBase62(10)}`
  const fields = { email: `${username}@example.com`, username, name: username, role: 'agent' } as const
  const user = await createUser(services, testOperator, { ...fields, accountScope: 'all', accountIds: [] })
  const browser = makeBrowserCookie(baseUrl)
  const visitor = { kind: 'visitor', address: '192.0.2.7', requestId: 'req_resilience' } as const
  const { secret } = await startSession(services, visitor, {
    user: { ...user, role: 'agent' },
    browser: { hash: browser.hash, userAgent: 'Mozilla/5.0', formerSecret: undefined },
  })
  const name = portalCookieName(baseUrl)
  const value = await encode({
    token: { sessionSecret: secret },
    salt: name,
    secret: portalCookieSecrets(services),
  })
  return { userId: user.id, cookies: `${browser.name}=${browser.value}; ${name}=${value}` }
}
