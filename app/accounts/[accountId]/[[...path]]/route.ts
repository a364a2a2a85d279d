import { accountPageEndpoint } from '#lib/endpoints/account-page.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(accountPageEndpoint)
