import { activityExportEndpoint } from '#lib/endpoints/activity-export.ts'
import { toRouteHandlers } from '#lib/http/next-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toRouteHandlers(activityExportEndpoint)
