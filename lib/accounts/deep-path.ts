import { accountPath } from '#lib/accounts/account.ts'

/** Counted after URL-encoding, so that the link that carries it stays short (section 2 of the protocol). */
const maxDeepPathLength = 512

/** The origin is never used: it only lets the URL parser read a path. */
const anyOrigin = 'https://latchkey.invalid'

/**
 * What no path may hold, wherever it stands. Each of these is read in two ways by two readers: browsers take `\` for
 * `/` and drop tabs and line breaks, proxies decode `%2f` to a separator and `%0d%0a` to a new header line.
 */
const ambiguous = /\/\/|[\\#\s\p{Cc}]|%(?:2f|5c|[01][0-9a-f]|7f)/iu

/**
 * The rule of section 4 of the protocol for a path inside an account: the account's own path or one below it.
 * Everything that a URL parser, a proxy or our own router could understand differently is refused, not repaired.
 * @returns the path and query as a browser sends them (non-ASCII characters percent-encoded), or undefined
 */
export function parseDeepPath(text: string, accountId: string): string | undefined {
  if (!liesInAccount(text, accountId)) return undefined
  const { pathname, search } = new URL(text, anyOrigin)
  const path = pathname + search
  return encodedLength(path) <= maxDeepPathLength ? path : undefined
}

/** Why a `deepPath` is not acceptable. */
export type DeepPathProblem = 'too_long' | 'elsewhere' | 'ambiguous' | 'dot_segment' | 'encoding' | 'reserved'

/** Why {@link parseDeepPath} refuses a path. It explains a refusal and decides nothing. */
export function explainDeepPath(text: string, accountId: string): DeepPathProblem {
  if (liesInAccount(text, accountId)) return 'too_long'
  if (!text.isWellFormed()) return 'encoding'
  if (!liesUnder(accountPath(accountId), text)) return 'elsewhere'
  if (ambiguous.test(text)) return 'ambiguous'
  const segments = decodeSegments(text)
  if (!segments) return 'encoding'
  return segments.some(isDotSegment) ? 'dot_segment' : 'reserved'
}

/** The same rule without the limit of its length, which is about the link that carries such a path. */
export function liesInAccount(text: string, accountId: string): boolean {
  if (!text.isWellFormed() || ambiguous.test(text)) return false
  if (!liesUnder(accountPath(accountId), text)) return false
  const segments = decodeSegments(text)
  // Segments: '', 'accounts', the account, and then what lies below; `-` is Latchkey's own.
  return segments !== undefined && !segments.some(isDotSegment) && segments[3] !== '-'
}

/** Compared undecoded: a cookie's path is, too (RFC 6265 §5.1.4), and `/accounts/%41` would not carry A's session. */
function liesUnder(base: string, text: string): boolean {
  return text.startsWith(base) && /^(?:$|[/?])/.test(text.slice(base.length))
}

/** Without what follows a semicolon: some servers drop it, and `..;` is a dot segment to them (RFC 3986 §3.3). */
function decodeSegments(text: string): string[] | undefined {
  const [path = ''] = text.split('?', 1)
  try {
    return path.split('/').map((segment) => decodeURIComponent(segment).replace(/;.*$/s, ''))
  } catch {
    // A stray `%` or bytes that are not UTF-8.
    return undefined
  }
}

function isDotSegment(segment: string): boolean {
  return segment === '.' || segment === '..'
}

function encodedLength(path: string): number {
  return new URLSearchParams([['', path]]).toString().length - '='.length
}
