import { accountPageEndpoint } from '#lib/endpoints/account-page.ts'
import { accountSessionStatusEndpoint } from '#lib/endpoints/account-session-status.ts'
import { apiReferenceEndpoint } from '#lib/endpoints/api-reference.ts'
import { clearCookiesEndpoint } from '#lib/endpoints/clear-cookies.ts'
import { endAccountSessionEndpoint } from '#lib/endpoints/end-account-session.ts'
import { introspectEndpoint } from '#lib/endpoints/introspect.ts'
import { jwksEndpoint } from '#lib/endpoints/jwks.ts'
import { launchEndpoint } from '#lib/endpoints/launch.ts'
import { livezEndpoint } from '#lib/endpoints/livez.ts'
import { metadataEndpoint, openIdConfigurationEndpoint } from '#lib/endpoints/metadata.ts'
import { openApiEndpoint } from '#lib/endpoints/openapi.ts'
import { readyzEndpoint } from '#lib/endpoints/readyz.ts'
import { revokeEndpoint } from '#lib/endpoints/revoke.ts'
import { ssoConfirmEndpoint } from '#lib/endpoints/sso-confirm.ts'
import { ssoEntryEndpoint } from '#lib/endpoints/sso-entry.ts'
import { ssoGrantEndpoint } from '#lib/endpoints/sso-grant.ts'
import { tokenEndpoint } from '#lib/endpoints/token.ts'
import { verifyEndpoint } from '#lib/endpoints/verify.ts'
import type { Endpoint } from '#lib/http/endpoint.ts'

/**
 * What answers at every address that is not the portal's, the addresses spelled as the folders below `app` spell them:
 * the one table of the server in front. The routes there offer the same endpoints to the router behind it, and a journey
 * holds the two against each other, address by address.
 */
export const endpointTable = {
  '/auth/v1/token': tokenEndpoint,
  '/auth/v1/revoke': revokeEndpoint,
  '/auth/v1/introspect': introspectEndpoint,
  '/auth/v1/sso': ssoGrantEndpoint,
  '/auth/v1/verify': verifyEndpoint,
  '/sso': ssoEntryEndpoint,
  '/sso/confirm': ssoConfirmEndpoint,
  '/clear-cookies': clearCookiesEndpoint,
  '/livez': livezEndpoint,
  '/readyz': readyzEndpoint,
  '/.well-known/jwks.json': jwksEndpoint,
  '/.well-known/oauth-authorization-server': metadataEndpoint,
  '/.well-known/openid-configuration': openIdConfigurationEndpoint,
  '/openapi.json': openApiEndpoint,
  '/api-reference': apiReferenceEndpoint,
  '/launch/[accountId]': launchEndpoint,
  '/accounts/[accountId]/-/end': endAccountSessionEndpoint,
  '/accounts/[accountId]/-/status': accountSessionStatusEndpoint,
  '/accounts/[accountId]/[[...path]]': accountPageEndpoint,
} as const satisfies Readonly<Record<string, Endpoint>>

export type EndpointAddress = keyof typeof endpointTable

const entries: readonly (readonly [string, Endpoint])[] = Object.entries(endpointTable)

const fixed: ReadonlyMap<string, Endpoint> = new Map(entries.filter(([address]) => !address.includes('[')))

/** In order: the first one that matches. */
const patterns = entries
  .filter(([address]) => address.includes('['))
  .map(([address, endpoint]) => [toPattern(address), endpoint] as const)

/** The endpoint of a path; undefined where the pages' router is to answer, be it that there is nothing. */
export function findEndpoint(pathname: string): Endpoint | undefined {
  return fixed.get(pathname) ?? patterns.find(([pattern]) => pattern.test(pathname))?.[1]
}

/** No step of a path is empty: the router redirects from a doubled slash, and from one at the end. */
export function toPattern(address: string): RegExp {
  const steps = address
    .replace(/\/\[\[\.\.\.\w+\]\]/, '(?:/[^/]+)*')
    .replace(/\/\[\.\.\.\w+\]/, '(?:/[^/]+)+')
    .replace(/\[\w+\]/g, '[^/]+')
  return new RegExp(`^${steps}$`)
}
