import { exportEvents, toCsv } from '#lib/domain/events/activity/export-events.ts'
import { normalizeEventQuery } from '#lib/domain/events/activity/normalize-event-query.ts'
import { signInPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { csvDownload } from '#lib/web/http/csv-download.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'

/** `GET /activity/export`: the audit events that match the query's filter, as a CSV download. */
export const activityExportEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const { services } = context
    const { pathname, search, searchParams } = new URL(request.url)
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (!user) return { status: 303, headers: { Location: signInPath(pathname + search) }, body: null }
    const { timeZone } = requestPreferences(request)
    const { filter } = await normalizeEventQuery(services, user, { fields: Object.fromEntries(searchParams), timeZone })
    const lines = toCsv(exportEvents(services, user, filter))
    return csvDownload(fileName(services.clock.now(), timeZone), lines)
  },
})

function fileName(now: number, timeZone: string): string {
  // The Swedish locale writes dates in the form of ISO 8601.
  return `latchkey-activity-${new Intl.DateTimeFormat('sv', { timeZone }).format(now)}.csv`
}
