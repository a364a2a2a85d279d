import { Refusal } from '#lib/kernel/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a body as strict UTF-8.
 * @throws Refusal `invalid_request` for a Content-Encoding, malformed UTF-8 and a body that ends too early;
 *   `body_too_large` beyond the limit
 */
export async function readTextBody(request: Request, maxBytes: number): Promise<string> {
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new Refusal('invalid_request', {
      description: 'Send the body without a Content-Encoding.',
      reason: 'content_encoding',
    })
  }
  return decodeUtf8(await readBytes(request, maxBytes))
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const contentLength = request.headers.get('content-length')
  if (Number(contentLength ?? 0) > maxBytes) throw tooLarge(maxBytes)
  try {
    // Node's HTTP server enforces the Content-Length.
    const bytes =
      contentLength === null ? await readChunks(request, maxBytes) : new Uint8Array(await request.arrayBuffer())
    if (bytes.length > maxBytes) throw tooLarge(maxBytes)
    return bytes
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('invalid_request', {
      description: 'The body ended too early.',
      reason: 'body_incomplete',
      cause: error,
    })
  }
}

/** A body without Content-Length takes no more memory than the limit. */
async function readChunks(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    // Throwing cancels the stream.
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('body_too_large', { description: `The body is larger than ${maxBytes / 1024} KiB.` })
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw new Refusal('invalid_request', {
      description: 'The body is not valid UTF-8.',
      reason: 'body_not_utf8',
      cause: error,
    })
  }
}
