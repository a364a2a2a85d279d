import { cookies, headers } from 'next/headers'
import type { Anonymous } from '#lib/actor.ts'
import { makeBrowserCookie, readBrowserHash } from '#lib/cookies/browser-cookie.ts'
import { readPortalSessionSecret } from '#lib/cookies/portal-cookie.ts'
import { readRequestContext } from '#lib/http/next-route.ts'
import type { Browser } from '#lib/portal-sessions/sign-in.ts'
import { getServices } from '#lib/services.ts'

/** The anonymous actor of this request. */
export async function currentAnonymous(): Promise<Anonymous> {
  return { kind: 'visitor', ...readRequestContext(await headers()) }
}

/** The browser that signs in, for Server Actions and route handlers. Sets the browser cookie if it is missing. */
export async function currentBrowser(): Promise<Browser> {
  const services = await getServices()
  const requestHeaders = await headers()
  const cookieHeader = requestHeaders.get('cookie')
  return {
    hash: readBrowserHash(cookieHeader, services.env.baseUrl) ?? (await setBrowserCookie(services.env.baseUrl)),
    userAgent: requestHeaders.get('user-agent'),
    formerSecret: await readPortalSessionSecret(services, cookieHeader),
  }
}

async function setBrowserCookie(baseUrl: string): Promise<string> {
  const made = makeBrowserCookie(baseUrl)
  const jar = await cookies()
  jar.set(made.name, made.value, made.attributes)
  return made.hash
}
