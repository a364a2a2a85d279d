import { accountImportProgressEndpoint } from '#lib/endpoints/account-import-progress.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(accountImportProgressEndpoint)
