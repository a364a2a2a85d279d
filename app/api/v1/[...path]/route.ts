import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(
  async () => (await import('#lib/endpoints/management-api.ts')).managementEndpoint,
)
