import { ssoGrantEndpoint } from '#lib/endpoints/sso-grant.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(ssoGrantEndpoint)
