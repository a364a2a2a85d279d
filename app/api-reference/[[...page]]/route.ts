import { toRouteHandlers } from '#lib/web/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(
  async () => (await import('#lib/web/endpoints/api-reference.ts')).apiReferenceEndpoint,
)
