import type { IncomingMessage } from 'node:http'
import type { Hold } from '#lib/gateway/body-budget.ts'

type Body = Buffer<ArrayBuffer>

/**
 * Reads a body of known length, and puts it back into the request for the handler behind.
 * @param hold is asked before each part is kept
 * @returns the body; undefined once `hold` has refused, and then the rest is read and dropped
 * @throws Error if the client goes away
 */
export function readBody(request: IncomingMessage, length: number, hold: Hold): Promise<Body | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Body | undefined>()
  const parts: Buffer[] = []
  let received = 0
  const readParts = () => {
    for (let part: Buffer | null = request.read(); part !== null; part = request.read()) {
      const isHeld = hold(part.length)
      received += part.length
      parts.push(part)
      if (isHeld && received < length) continue
      request.off('readable', readParts).off('close', giveUp)
      const body = isHeld ? Buffer.concat(parts) : undefined
      // In the same tick as the last `read`: the stream ends as soon as it stays empty.
      if (body) putBack(request, body)
      else request.resume()
      resolve(body)
      return
    }
  }
  const giveUp = () => reject(new Error('The client went away.'))
  request.on('readable', readParts).once('close', giveUp)
  return promise
}

/** Replaces a body that {@link readBody} has put back. */
export function replaceBody(request: IncomingMessage, body: Buffer, contentType: string): void {
  request.read()
  putBack(request, body)
  request.headers['content-type'] = contentType
  request.headers['content-length'] = String(body.length)
}

function putBack(request: IncomingMessage, body: Buffer): void {
  request.unshift(body)
  // Otherwise a Web `Request` takes no body from it.
  Object.defineProperty(request, 'readableDidRead', { value: false, configurable: true })
}
