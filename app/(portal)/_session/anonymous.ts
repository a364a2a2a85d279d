import { cookies, headers } from 'next/headers'
import { readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import type { Browser } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import { pickLanguage } from '#lib/foundation/i18n/languages.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { makeBrowserCookie, readBrowserHash } from '#lib/web/cookies/browser-cookie.ts'
import { readPortalSessionSecret } from '#lib/web/cookies/portal-cookie.ts'
import { type ActionResult, runAction } from '#lib/web/http/action-result.ts'
import { readRequestContext } from '#lib/web/http/next-route.ts'

export async function currentAnonymous(): Promise<Anonymous> {
  return { kind: 'visitor', ...readRequestContext(await headers()) }
}

/** Runs the body of a Server Action that needs no session; a refusal becomes its result. Call `redirect` after it. */
export async function runAnonymousAction<T>(
  work: (services: Services, actor: Anonymous) => Promise<T>,
): Promise<ActionResult<T>> {
  const [services, actor] = [await getServices(), await currentAnonymous()]
  return runAction(services, actor, () => work(services, actor))
}

/** The browser that signs in, for Server Actions and route handlers. Sets the browser cookie if it is missing. */
export async function currentBrowser(): Promise<Browser> {
  const services = await getServices()
  const requestHeaders = await headers()
  const cookieHeader = requestHeaders.get('cookie')
  return {
    hash: readBrowserHash(cookieHeader, services.env.baseUrl) ?? (await setBrowserCookie(services.env.baseUrl)),
    userAgent: requestHeaders.get('user-agent'),
    language: pickLanguage((await readPreferences()).locale),
    formerSecret: await readPortalSessionSecret(services, cookieHeader),
  }
}

async function setBrowserCookie(baseUrl: string): Promise<string> {
  const made = makeBrowserCookie(baseUrl)
  const jar = await cookies()
  jar.set(made.name, made.value, made.attributes)
  return made.hash
}
