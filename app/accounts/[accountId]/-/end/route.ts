import { endAccountSessionEndpoint } from '#lib/endpoints/end-account-session.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(endAccountSessionEndpoint)
