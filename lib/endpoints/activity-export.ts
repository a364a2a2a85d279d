import { toCsv } from '#lib/activity/csv.ts'
import { exportEvents } from '#lib/activity/export-events.ts'
import { normalizeEventQuery } from '#lib/activity/normalize-event-query.ts'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { readCookie } from '#lib/http/cookies.ts'
import { csvDownload } from '#lib/http/csv-download.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import { readPreferences } from '#lib/i18n/preferences.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'
import { services } from '#lib/services.ts'

/** The record as a file to save, by the filter in the address. Whoever is not signed in does that first. */
export const activityExportEndpoint = defineEndpoint({ GET: exportActivity })

async function exportActivity(request: Request): Promise<EndpointResponse> {
  const opened = await services()
  const { pathname, search, searchParams } = new URL(request.url)
  const person = await readSignedInUser(opened, request)
  if (!person) return { status: 303, headers: { Location: signInPath(pathname + search) }, body: null }
  const { timeZone } = readPreferences((name) => readCookie(request, name), null)
  const { filter } = await normalizeEventQuery(opened, person, Object.fromEntries(searchParams), timeZone)
  const lines = toCsv(exportEvents(opened, person, filter))
  return csvDownload(fileName(opened.clock.now(), timeZone), lines)
}

function fileName(now: number, timeZone: string): string {
  // The Swedish locale writes dates as ISO 8601 does.
  return `latchkey-activity-${new Intl.DateTimeFormat('sv', { timeZone }).format(now)}.csv`
}
