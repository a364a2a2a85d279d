import { toCsv } from '#lib/audit/csv.ts'
import { exportEvents } from '#lib/audit/export-events.ts'
import { settleEventQuery } from '#lib/audit/settle-event-query.ts'
import type { Answer } from '#lib/http/answer.ts'
import { readCookie } from '#lib/http/cookies.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { readPreferences } from '#lib/i18n/preferences.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'
import { readPerson } from '#lib/portal-sessions/read-person.ts'
import { services } from '#lib/services.ts'

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const byteOrderMark = '\ufeff'
/** Lines go out together: one write per line would cost more than the lines. */
const chunkLength = 32_768

/** The record as a file to save, by the filter in the address. Whoever is not signed in does that first. */
export const activityExportEndpoint = defineEndpoint({ GET: exportActivity })

async function exportActivity(request: Request): Promise<Answer> {
  const opened = await services()
  const { pathname, search, searchParams } = new URL(request.url)
  const person = await readPerson(opened, request)
  if (!person) return { status: 303, headers: { Location: signInPath(pathname + search) }, body: null }
  const { timeZone } = readPreferences((name) => readCookie(request, name), null)
  const { filter } = await settleEventQuery(opened, person, Object.fromEntries(searchParams), timeZone)
  const lines = toCsv(exportEvents(opened, person, filter))
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName(opened.clock.now(), timeZone)}"`,
    },
    body: toStream(inChunks(lines)),
  }
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder()
  let chunk = byteOrderMark
  for await (const line of lines) {
    chunk += line
    if (chunk.length < chunkLength) continue
    yield encoder.encode(chunk)
    chunk = ''
  }
  if (chunk !== '') yield encoder.encode(chunk)
}

/** Read as fast as the client takes it, and no further once it has gone. */
function toStream(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return()
    },
  })
}

function fileName(now: number, timeZone: string): string {
  // The Swedish locale writes dates as ISO 8601 does.
  return `latchkey-activity-${new Intl.DateTimeFormat('sv', { timeZone }).format(now)}.csv`
}
