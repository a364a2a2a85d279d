import { readOrigin } from '#lib/origin.ts'

/** An origin that people may be sent back to. */
export type ReturnAddress = Readonly<{
  /** Scheme, host and port, as a browser spells them. */
  origin: string
  createdAt: number
  /** Undefined where it was added on the command line. */
  createdByName: string | undefined
}>

/** `path`: also a query or a fragment. `credentials`: a user name or a password. */
type ReturnAddressProblem =
  | 'required'
  | 'too_long'
  | 'scheme_missing'
  | 'path'
  | 'credentials'
  | 'malformed'
  | 'insecure'

export type ParsedReturnAddress = Readonly<{ origin: string } | { problem: ReturnAddressProblem }>

/** A host name has 253 characters at most (RFC 1035 §2.3.4); with scheme and port an origin stays below this. */
const maxLength = 300

/** An origin as a person types it: surrounding blanks and one trailing slash are forgiven, a path is not. */
export function parseReturnAddress(text: string): ParsedReturnAddress {
  const typed = text.trim().replace(/\/$/, '')
  if (typed === '') return { problem: 'required' }
  if (typed.length > maxLength) return { problem: 'too_long' }
  const problem = findFormProblem(typed)
  if (problem) return { problem }
  const origin = readOrigin(typed)
  if (origin) return { origin }
  return { problem: readOrigin(typed.replace(/^http:/i, 'https:')) ? 'insecure' : 'malformed' }
}

function findFormProblem(typed: string): ReturnAddressProblem | undefined {
  if (/^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)(:\d+)?$/i.test(typed)) return 'scheme_missing'
  if (!/^https?:\/\/[!-~]+$/i.test(typed)) return 'malformed'
  const authority = typed.slice(typed.indexOf('//') + 2)
  if (authority.includes('\\')) return 'malformed'
  if (authority.includes('@')) return 'credentials'
  return /[/?#]/.test(authority) ? 'path' : undefined
}
