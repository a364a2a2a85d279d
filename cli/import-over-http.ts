import { z } from 'zod'
import type { BadRow, FileRow, ImportCounts } from '#lib/domain/accounts/account-imports/account-file.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { parseJson } from '#lib/kernel/json.ts'
import { authorization, readReply, requireSuccess, toUrl, withoutToken } from './over-http.ts'
import { notLatchkey, RemoteError, toConnectionFailure } from './remote-failure.ts'
import type { Server } from './server.ts'

/** The longest pause of a transfer. The server takes a batch of accounts in far less. */
const maxPauseMs = minuteMs
const rowsPerPart = 100
const maxLineLength = 64 * 1024

const lineSchema = z.union([
  z.object({ summary: z.object({ created: z.int(), updated: z.int(), unchanged: z.int() }) }),
  z.object({ error: z.string(), error_description: z.string().default('') }),
  z.object({ line: z.int(), id: z.string().nullable(), fields: z.record(z.string(), z.string()) }),
])

type ImportRequest = Readonly<{ rows: readonly FileRow[]; onProgress: (done: number) => void }>

/** What an import did, and the rows that the server found bad. */
export type ImportResult = Readonly<{ counts: ImportCounts; badRows: readonly BadRow[] }>

/** Sends checked rows as JSON Lines, as fast as the server takes them, and reads its response meanwhile. */
export async function importOverHttp(server: Server, { rows, onProgress }: ImportRequest): Promise<ImportResult> {
  const pause = limitPauses()
  try {
    const response = await startImport(server, toParts(rows, onProgress, pause), pause.signal)
    return await readResult(readLines(response, server, pause), { rows, server })
  } catch (error) {
    if (error instanceof RemoteError) throw error
    const { message } = toConnectionFailure(error, server)
    throw new RemoteError(`${message} To continue the import, run it again: accounts that are done stay unchanged.`)
  } finally {
    pause.end()
  }
}

async function startImport(server: Server, parts: Iterator<Uint8Array>, signal: AbortSignal): Promise<Response> {
  const url = toUrl(server, 'POST /api/v1/accounts/import')
  // Without results for good lines, so that the response is short.
  url.search = 'results=problems'
  const headers = { ...authorization(server), 'Content-Type': 'application/x-ndjson' }
  // `duplex` is Node's, for a body that is a stream.
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers,
    redirect: 'manual',
    signal,
    duplex: 'half',
    body: toStream(parts),
  }
  const response = await fetch(url, init)
  if (response.status === 200) return response
  requireSuccess(await readReply(response, server), server)
  throw notLatchkey(response, server)
}

/** Yields as the connection takes it. */
function* toParts(rows: readonly FileRow[], onProgress: (done: number) => void, pause: PauseLimit) {
  const utf8 = new TextEncoder()
  for (let from = 0; from < rows.length; from += rowsPerPart) {
    const part = rows.slice(from, from + rowsPerPart)
    yield utf8.encode(part.map(({ account }) => `${JSON.stringify(account)}\n`).join(''))
    pause.restart()
    onProgress(from + part.length)
  }
}

function toStream(parts: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

async function* readLines(response: Response, server: Server, pause: PauseLimit): AsyncGenerator<string> {
  let rest = ''
  const utf8 = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    pause.restart()
    rest += utf8.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw notLatchkey(response, server)
    yield* lines
  }
}

async function readResult(
  lines: AsyncGenerator<string>,
  { rows, server }: Readonly<{ rows: readonly FileRow[]; server: Server }>,
): Promise<ImportResult> {
  const badRows: BadRow[] = []
  for await (const text of lines) {
    const { data: line } = lineSchema.safeParse(parseJson(withoutToken(text, server)))
    if (!line) throw notLatchkey({ status: 200 }, server)
    if ('summary' in line) return { counts: line.summary, badRows }
    if ('error' in line) throw new RemoteError(`The import ended early: ${line.error_description} Run it again.`)
    badRows.push({ line: rows[line.line - 1]?.line ?? 0, id: line.id ?? '', problems: line.fields })
  }
  throw new RemoteError('The import ended early. Run it again: accounts that are done stay unchanged.')
}

type PauseLimit = ReturnType<typeof limitPauses>

/** Aborts a transfer that makes no progress. */
function limitPauses() {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('no progress', 'TimeoutError')), maxPauseMs)
  return { signal: controller.signal, restart: () => timer.refresh(), end: () => clearTimeout(timer) }
}
