import { accountPageEndpoint } from '#lib/endpoints/account-page.ts'
import { accountSessionStatusEndpoint } from '#lib/endpoints/account-session-status.ts'
import { apiReferenceEndpoint } from '#lib/endpoints/api-reference.ts'
import { backChannelLogoutEndpoint } from '#lib/endpoints/back-channel-logout.ts'
import { changePasswordEndpoint } from '#lib/endpoints/change-password.ts'
import { clearCookiesEndpoint } from '#lib/endpoints/clear-cookies.ts'
import { endAccountSessionEndpoint } from '#lib/endpoints/end-account-session.ts'
import { introspectEndpoint } from '#lib/endpoints/introspect.ts'
import { journalEndpoint } from '#lib/endpoints/journal.ts'
import { jwksEndpoint } from '#lib/endpoints/jwks.ts'
import { keyLiveEndpoint } from '#lib/endpoints/key-live.ts'
import { launchEndpoint } from '#lib/endpoints/launch.ts'
import { livezEndpoint } from '#lib/endpoints/livez.ts'
import { managementEndpoints } from '#lib/endpoints/management-api.ts'
import { metadataEndpoint, openIdConfigurationEndpoint } from '#lib/endpoints/metadata.ts'
import { openApiEndpoint } from '#lib/endpoints/openapi.ts'
import { organizationAccentEndpoint } from '#lib/endpoints/organization-accent.ts'
import { organizationLogoEndpoint } from '#lib/endpoints/organization-logo.ts'
import { readyzEndpoint } from '#lib/endpoints/readyz.ts'
import { revokeEndpoint } from '#lib/endpoints/revoke.ts'
import { rotateKeyEndpoint } from '#lib/endpoints/rotate-key.ts'
import { scimEndpoint } from '#lib/endpoints/scim.ts'
import { ssoConfirmEndpoint } from '#lib/endpoints/sso-confirm.ts'
import { ssoEntryEndpoint } from '#lib/endpoints/sso-entry.ts'
import { ssoGrantEndpoint } from '#lib/endpoints/sso-grant.ts'
import { tokenEndpoint } from '#lib/endpoints/token.ts'
import { verifyEndpoint } from '#lib/endpoints/verify.ts'
import type { Endpoint } from '#lib/http/endpoint.ts'

/**
 * Every endpoint that the gateway serves, by its path in the notation of the folders below `app`. The route handlers
 * there serve the same endpoints through Next; `e2e/gateway-and-router.spec.ts` compares the two.
 */
export const endpointTable = {
  '/auth/v1/token': tokenEndpoint,
  '/auth/v1/revoke': revokeEndpoint,
  '/auth/v1/introspect': introspectEndpoint,
  '/auth/v1/keys/rotate': rotateKeyEndpoint,
  '/auth/v1/sso': ssoGrantEndpoint,
  '/auth/v1/verify': verifyEndpoint,
  '/auth/v1/back-channel-logout/[providerId]': backChannelLogoutEndpoint,
  ...managementEndpoints,
  '/sso': ssoEntryEndpoint,
  '/sso/confirm': ssoConfirmEndpoint,
  '/clear-cookies': clearCookiesEndpoint,
  '/livez': livezEndpoint,
  '/readyz': readyzEndpoint,
  '/.well-known/change-password': changePasswordEndpoint,
  '/.well-known/jwks.json': jwksEndpoint,
  '/.well-known/latchkey-journal': journalEndpoint,
  '/.well-known/oauth-authorization-server': metadataEndpoint,
  '/.well-known/openid-configuration': openIdConfigurationEndpoint,
  '/openapi.json': openApiEndpoint,
  '/api-reference': apiReferenceEndpoint,
  '/organization/logo/[digest]': organizationLogoEndpoint,
  '/organization/accent/[color]': organizationAccentEndpoint,
  // A stream must not occupy a turn of the pages.
  '/users-and-access/keys/[keyId]/live': keyLiveEndpoint,
  '/launch/[accountId]': launchEndpoint,
  '/accounts/[accountId]/-/end': endAccountSessionEndpoint,
  '/accounts/[accountId]/-/status': accountSessionStatusEndpoint,
  '/accounts/[accountId]/[[...path]]': accountPageEndpoint,
  '/scim/v2/[[...path]]': scimEndpoint,
} as const satisfies Readonly<Record<string, Endpoint>>

export type EndpointAddress = keyof typeof endpointTable
