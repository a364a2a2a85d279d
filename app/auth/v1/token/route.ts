import { tokenEndpoint } from '#lib/endpoints/token.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(tokenEndpoint)
