/** One response. `head` is the status line and the header fields. */
export type Answer = Readonly<{ status: number; head: string; body: Buffer }>

const headEnd = Buffer.from('\r\n\r\n')
const lengthField = /\r\ncontent-length: *(\d+)/i
const chunkedField = /\r\ntransfer-encoding: *chunked/i
const bodiless = new Set([204, 304])

/**
 * Parses the bytes of a keep-alive connection into responses (RFC 9112 §6). A connection has one request in flight, so
 * at most one response is pending. Small on purpose: the generator shares the processors with the targets.
 */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0)

  /** @returns the response once it is complete. @throws Error if it has neither length nor chunks */
  read(part: Buffer): Answer | undefined {
    this.#bytes = this.#bytes.length === 0 ? part : Buffer.concat([this.#bytes, part])
    const split = this.#bytes.indexOf(headEnd)
    if (split < 0) return undefined
    const head = this.#bytes.toString('latin1', 0, split)
    const body = readBody(head, this.#bytes.subarray(split + headEnd.length))
    if (!body) return undefined
    this.#bytes = Buffer.alloc(0)
    return { status: statusOf(head), head, body }
  }
}

function statusOf(head: string): number {
  return Number(head.slice(9, 12))
}

function readBody(head: string, rest: Buffer): Buffer | undefined {
  const length = lengthField.exec(head)?.[1]
  if (length !== undefined) return rest.length < Number(length) ? undefined : rest.subarray(0, Number(length))
  if (chunkedField.test(head)) return joinChunks(rest)
  if (bodiless.has(statusOf(head))) return rest
  throw new Error(`an answer without a length: ${head}`)
}

/** RFC 9112 §7.1. Undefined until the last chunk has arrived. */
function joinChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    if (bytes.length < start + size + 2) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}
