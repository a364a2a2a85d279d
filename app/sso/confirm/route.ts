import { ssoConfirmEndpoint } from '#lib/endpoints/sso-confirm.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(ssoConfirmEndpoint)
