import { ssoEntryEndpoint } from '#lib/endpoints/sso-entry.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(ssoEntryEndpoint)
