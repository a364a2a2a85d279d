import { accountPath } from '#lib/domain/accounts/accounts/account.ts'
import { encodedLength } from '#lib/kernel/form-fields.ts'

/** After URL encoding, so that links stay short (protocol, section 2). */
const maxDeepPathLength = 512

/** Lets the URL parser read a path; never used. */
const anyOrigin = 'https://latchkey.invalid'

/**
 * Characters that two parsers read differently: browsers treat `\` as `/` and drop tabs and line breaks, proxies decode
 * `%2f` to a separator and `%0d%0a` to a new header line.
 */
const ambiguous = /\/\/|[\\#\s\p{Cc}]|%(?:2f|5c|[01][0-9a-f]|7f)/iu

/**
 * Parses a path inside an account (protocol, section 4): the account's own path or one below it. A path that URL
 * parsers, proxies and our router could read differently is refused, not repaired.
 * @returns the path and query as a browser sends them (non-ASCII characters percent-encoded), or undefined
 */
export function parseDeepPath(text: string, accountId: string): string | undefined {
  if (!liesInAccount(text, accountId)) return undefined
  const { pathname, search } = new URL(text, anyOrigin)
  const path = pathname + search
  return encodedLength(path) <= maxDeepPathLength ? path : undefined
}

export type DeepPathProblem = 'too_long' | 'elsewhere' | 'ambiguous' | 'dot_segment' | 'encoding' | 'reserved'

/** Why {@link parseDeepPath} refuses a path. Explains a refusal, and decides nothing. */
export function explainDeepPath(text: string, accountId: string): DeepPathProblem {
  if (liesInAccount(text, accountId)) return 'too_long'
  if (!text.isWellFormed()) return 'encoding'
  if (!liesUnder(accountPath(accountId), text)) return 'elsewhere'
  if (ambiguous.test(text)) return 'ambiguous'
  const segments = decodeSegments(text)
  if (!segments) return 'encoding'
  if (hasDoubledSlash(segments)) return 'ambiguous'
  return segments.some(isDotSegment) ? 'dot_segment' : 'reserved'
}

/** {@link parseDeepPath} without the length limit, which only applies to links. */
export function liesInAccount(text: string, accountId: string): boolean {
  if (!text.isWellFormed() || ambiguous.test(text)) return false
  if (!liesUnder(accountPath(accountId), text)) return false
  const segments = decodeSegments(text)
  if (!segments || segments.some(isDotSegment) || hasDoubledSlash(segments)) return false
  // The segments are '', 'accounts', the account ID and the rest. `-` is reserved for Latchkey.
  return segments[3] !== '-'
}

/** Compares without decoding, like a cookie's path (RFC 6265 §5.1.4): `/accounts/%41` would not carry A's session. */
function liesUnder(base: string, text: string): boolean {
  return text.startsWith(base) && /^(?:$|[/?])/.test(text.slice(base.length))
}

/** Drops path parameters after a semicolon, as some servers do: `..;` is a dot segment to them (RFC 3986 §3.3). */
function decodeSegments(text: string): string[] | undefined {
  const [path = ''] = text.split('?', 1)
  try {
    return path.split('/').map((segment) => decodeURIComponent(segment).replace(/;.*$/s, ''))
  } catch {
    // A stray `%`, or bytes that are not UTF-8.
    return undefined
  }
}

/** `/;/` is one to a server that drops path parameters and merges slashes: to it, `/;/-` is `/-`. */
function hasDoubledSlash(segments: readonly string[]): boolean {
  return segments.slice(1, -1).includes('')
}

function isDotSegment(segment: string): boolean {
  return segment === '.' || segment === '..'
}
