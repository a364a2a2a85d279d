import { toRouteHandlers } from '#lib/web/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(
  async () => (await import('./sign-in-endpoint.ts')).signInEndpoint,
)
