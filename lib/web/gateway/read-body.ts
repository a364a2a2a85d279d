import type { IncomingMessage } from 'node:http'

type Body = Buffer<ArrayBuffer>

/**
 * Reads a body of known length, and puts it back into the request for Next.
 * @throws Error if the connection ends before the body does
 */
export function readBody(request: IncomingMessage, length: number): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>()
  const chunks: Buffer[] = []
  let received = 0
  const readChunks = () => {
    for (let chunk: Buffer | null = request.read(); chunk !== null; chunk = request.read()) {
      received += chunk.length
      chunks.push(chunk)
      if (received < length) continue
      request.off('readable', readChunks).off('close', giveUp)
      const body = Buffer.concat(chunks)
      // In the same tick as the last `read`: an empty stream ends in the next one.
      putBack(request, body)
      resolve(body)
      return
    }
  }
  const giveUp = () => reject(new Error('The connection ended before the body.'))
  request.on('readable', readChunks).once('close', giveUp)
  return promise
}

/** Replaces the body that {@link readBody} put back. */
export function replaceBody(request: IncomingMessage, body: Buffer, contentType: string): void {
  request.read()
  putBack(request, body)
  request.headers['content-type'] = contentType
  request.headers['content-length'] = String(body.length)
}

function putBack(request: IncomingMessage, body: Buffer): void {
  request.unshift(body)
  // A Web `Request` takes no body from a stream that was read.
  Object.defineProperty(request, 'readableDidRead', { value: false, configurable: true })
}
