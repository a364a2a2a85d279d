import { accountSessionStatusEndpoint } from '#lib/endpoints/account-session-status.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(accountSessionStatusEndpoint)
