import type { IncomingMessage } from 'node:http'
import type { Hold } from '#lib/gateway/body-budget.ts'

type Body = Buffer<ArrayBuffer>

/**
 * Reads a body of known length, and puts it back into the request for Next.
 * @param hold is called before each chunk is kept
 * @returns the body, or undefined if `hold` refuses a chunk; the rest is then read and discarded
 * @throws Error if the client disconnects
 */
export function readBody(request: IncomingMessage, length: number, hold: Hold): Promise<Body | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Body | undefined>()
  const chunks: Buffer[] = []
  let received = 0
  const readChunks = () => {
    for (let chunk: Buffer | null = request.read(); chunk !== null; chunk = request.read()) {
      const isHeld = hold(chunk.length)
      received += chunk.length
      chunks.push(chunk)
      if (isHeld && received < length) continue
      request.off('readable', readChunks).off('close', giveUp)
      const body = isHeld ? Buffer.concat(chunks) : undefined
      // In the same tick as the last `read`: an empty stream ends in the next one.
      if (body) putBack(request, body)
      else request.resume()
      resolve(body)
      return
    }
  }
  const giveUp = () => reject(new Error('The client went away.'))
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
