import { readyzEndpoint } from '#lib/endpoints/readyz.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(readyzEndpoint)
