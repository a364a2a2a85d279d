import { setImmediate } from 'node:timers/promises'
import { Refusal } from '#lib/kernel/errors.ts'

/** The longest line, in bytes. An account has far fewer. */
const maxLineBytes = 8 * 1024

const newline = 0x0a
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A line of JSON Lines, counted from 1. Without `text`, it is too long or not UTF-8. */
export type TextLine = Readonly<{ line: number; text: string | undefined }>

/** Blank lines beyond those with content. They cost time and say nothing. */
export const maxBlankLines = 10_000

/**
 * Splits a body into lines, chunk by chunk. Keeps at most one line, and no more of it than its maximum. Omits blank
 * lines.
 * @throws Refusal `invalid_request` beyond {@link maxBlankLines}
 */
export async function* readTextLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly TextLine[]> {
  const rest = new LineRest()
  let line = 0
  let withContent = 0
  const take = (end: Uint8Array): TextLine => {
    line += 1
    return { line, text: rest.complete(end) }
  }
  for await (const chunk of chunks) {
    const lines: TextLine[] = []
    let from = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      if (to === from && rest.isEmpty) line += 1
      else lines.push(take(chunk.subarray(from, to)))
      from = to + 1
    }
    rest.add(chunk.subarray(from))
    const filled = lines.filter(hasContent)
    withContent += filled.length
    if (line - 2 * withContent > maxBlankLines) {
      throw new Refusal('invalid_request', { description: 'The body has too many blank lines.' })
    }
    if (filled.length > 0) yield filled
    // Otherwise nothing would let other requests pass before the next chunk.
    else await setImmediate()
  }
  const last = take(new Uint8Array())
  if (hasContent(last)) yield [last]
}

function hasContent({ text }: TextLine): boolean {
  return text === undefined || text.trim() !== ''
}

/** The beginning of a line whose end has not arrived. */
class LineRest {
  #parts: Uint8Array[] = []
  #length = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return
    this.#length += part.length
    // Of a line that is too long, only the length matters.
    if (this.#length > maxLineBytes) this.#parts = []
    // A copy: the chunk it belongs to may be large.
    else this.#parts.push(Uint8Array.from(part))
  }

  /** The text of the line with its end, unless it is too long or not UTF-8. */
  complete(end: Uint8Array): string | undefined {
    const length = this.#length + end.length
    const bytes = this.#length === 0 ? end : Buffer.concat([...this.#parts, end])
    this.#parts = []
    this.#length = 0
    return length > maxLineBytes ? undefined : decode(bytes)
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
