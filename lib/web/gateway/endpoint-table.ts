import { accountPageEndpoint } from '#lib/web/endpoints/account-page.ts'
import { accountSessionStatusEndpoint } from '#lib/web/endpoints/account-session-status.ts'
import { apiReferenceEndpoint } from '#lib/web/endpoints/api-reference.ts'
import { backChannelLogoutEndpoint } from '#lib/web/endpoints/back-channel-logout.ts'
import { changePasswordEndpoint } from '#lib/web/endpoints/change-password.ts'
import { clearCookiesEndpoint } from '#lib/web/endpoints/clear-cookies.ts'
import { endAccountSessionEndpoint } from '#lib/web/endpoints/end-account-session.ts'
import { introspectEndpoint } from '#lib/web/endpoints/introspect.ts'
import { journalEndpoint } from '#lib/web/endpoints/journal.ts'
import { jwksEndpoint } from '#lib/web/endpoints/jwks.ts'
import { keyLiveEndpoint } from '#lib/web/endpoints/key-live.ts'
import { launchEndpoint } from '#lib/web/endpoints/launch.ts'
import { livezEndpoint } from '#lib/web/endpoints/livez.ts'
import { managementEndpoints } from '#lib/web/endpoints/management-api.ts'
import { metadataEndpoint, openIdConfigurationEndpoint } from '#lib/web/endpoints/metadata.ts'
import { openApiEndpoint } from '#lib/web/endpoints/openapi.ts'
import { organizationAccentEndpoint } from '#lib/web/endpoints/organization-accent.ts'
import { organizationLogoEndpoint } from '#lib/web/endpoints/organization-logo.ts'
import { readyzEndpoint } from '#lib/web/endpoints/readyz.ts'
import { revokeEndpoint } from '#lib/web/endpoints/revoke.ts'
import { rotateKeyEndpoint } from '#lib/web/endpoints/rotate-key.ts'
import { scimEndpoint } from '#lib/web/endpoints/scim.ts'
import { ssoConfirmEndpoint } from '#lib/web/endpoints/sso-confirm.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'
import { verifyEndpoint } from '#lib/web/endpoints/verify.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'

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
  '/api-reference/[[...page]]': apiReferenceEndpoint,
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
