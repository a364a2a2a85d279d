import { jwksEndpoint } from '#lib/endpoints/jwks.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(jwksEndpoint)
