import { accountPageEndpoint } from '#lib/endpoints/account-page.ts'
import { accountSessionStatusEndpoint } from '#lib/endpoints/account-session-status.ts'
import { endAccountSessionEndpoint } from '#lib/endpoints/end-account-session.ts'
import { jwksEndpoint } from '#lib/endpoints/jwks.ts'
import { launchEndpoint } from '#lib/endpoints/launch.ts'
import { livezEndpoint } from '#lib/endpoints/livez.ts'
import { readyzEndpoint } from '#lib/endpoints/readyz.ts'
import { ssoConfirmEndpoint } from '#lib/endpoints/sso-confirm.ts'
import { ssoEntryEndpoint } from '#lib/endpoints/sso-entry.ts'
import { ssoGrantEndpoint } from '#lib/endpoints/sso-grant.ts'
import { tokenEndpoint } from '#lib/endpoints/token.ts'
import type { Endpoint } from '#lib/http/endpoint.ts'

const fixedPaths: ReadonlyMap<string, Endpoint> = new Map([
  ['/auth/v1/token', tokenEndpoint],
  ['/auth/v1/sso', ssoGrantEndpoint],
  ['/sso', ssoEntryEndpoint],
  ['/sso/confirm', ssoConfirmEndpoint],
  ['/livez', livezEndpoint],
  ['/readyz', readyzEndpoint],
  ['/.well-known/jwks.json', jwksEndpoint],
])

/** In order: the first one that matches. */
const patterns: readonly (readonly [RegExp, Endpoint])[] = [
  [/^\/launch\/[^/]+$/, launchEndpoint],
  [/^\/accounts\/[^/]+\/-\/end$/, endAccountSessionEndpoint],
  [/^\/accounts\/[^/]+\/-\/status$/, accountSessionStatusEndpoint],
  [/^\/accounts\/[^/]+(\/.*)?$/, accountPageEndpoint],
]

/**
 * What answers at this path, where it is not the portal: the one table of the server in front. The routes below `app`
 * offer the same endpoints to the router behind it, and a test holds the two against each other.
 */
export function findEndpoint(pathname: string): Endpoint | undefined {
  return fixedPaths.get(pathname) ?? patterns.find(([pattern]) => pattern.test(pathname))?.[1]
}
