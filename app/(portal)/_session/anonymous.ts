import { cookies, headers } from 'next/headers'
import type { Anonymous } from '#lib/actor.ts'
import { makeBrowserCookie, readBrowserHash } from '#lib/cookies/browser-cookie.ts'
import { readPortalSessionSecret } from '#lib/cookies/portal-cookie.ts'
import { readRequestContext } from '#lib/http/endpoint.ts'
import type { Browser } from '#lib/portal-sessions/start-session.ts'
import { services } from '#lib/services.ts'

/** This request as a Web `Request`. Next exposes only its headers. */
export async function currentRequest(): Promise<Request> {
  const { env } = await services()
  return new Request(env.baseUrl, { headers: await headers() })
}

/** The anonymous actor of this request. */
export async function currentAnonymous(): Promise<Anonymous> {
  const request = await currentRequest()
  const address = request.headers.get('x-forwarded-for') ?? 'unknown'
  return { kind: 'visitor', ...readRequestContext(request, { address }) }
}

/** The browser that signs in, for Server Actions and route handlers. Sets the browser cookie if it is missing. */
export async function currentBrowser(): Promise<Browser> {
  const opened = await services()
  const request = await currentRequest()
  return {
    hash: readBrowserHash(request, opened.env.baseUrl) ?? (await setBrowserCookie(opened.env.baseUrl)),
    userAgent: request.headers.get('user-agent'),
    formerSecret: await readPortalSessionSecret(opened, request),
  }
}

async function setBrowserCookie(baseUrl: string): Promise<string> {
  const made = makeBrowserCookie(baseUrl)
  const jar = await cookies()
  jar.set(made.name, made.value, made.attributes)
  return made.hash
}
