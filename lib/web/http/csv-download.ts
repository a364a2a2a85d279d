import type { EndpointResponse } from '#lib/web/http/endpoint.ts'

/** Spreadsheets read a file as UTF-8 only with this prefix. */
const byteOrderMark = '\ufeff'
/** Characters per write. A write per line would cost more than the lines. */
const chunkLength = 32_768

/** A CSV download, read from `lines` as fast as the client receives it. */
export function csvDownload(fileName: string, lines: AsyncIterable<string>): EndpointResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${fileName}"`,
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

/** Stops reading when the client disconnects. */
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
