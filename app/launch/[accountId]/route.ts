import { launchEndpoint } from '#lib/endpoints/launch.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(launchEndpoint)
