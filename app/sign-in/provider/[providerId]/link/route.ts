import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(
  async () => (await import('./provider-link-endpoint.ts')).providerLinkEndpoint,
)
