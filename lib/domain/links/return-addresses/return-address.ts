import type { NewEvent } from '#lib/foundation/audit/event.ts'
import { readOrigin } from '#lib/kernel/origin.ts'

export type ReturnAddress = Readonly<{
  /** Scheme, host and port in the browser's spelling. */
  origin: string
  createdAt: number
  /** Undefined if it was added via CLI. */
  createdByName: string | undefined
}>

/** `path` includes a query or a fragment. `credentials` is user info. */
type ReturnAddressProblem =
  | 'required'
  | 'too_long'
  | 'scheme_missing'
  | 'path'
  | 'credentials'
  | 'malformed'
  | 'insecure'

export type ParsedReturnAddress = Readonly<{ origin: string } | { problem: ReturnAddressProblem }>

/** A host name has at most 253 characters (RFC 1035 §2.3.4). */
const maxLength = 300

/** Parses a typed origin. Accepts surrounding space and one trailing slash, but no path. */
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

export function returnAddressEvent(kind: 'return_address.added' | 'return_address.removed', origin: string): NewEvent {
  return { kind, subject: { kind: 'return_address', id: origin, name: origin } }
}
