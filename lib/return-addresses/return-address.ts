import { readOrigin } from '#lib/return-addresses/origin.ts'

/** An origin that people may be sent back to. */
export type ReturnAddress = Readonly<{
  /** Scheme, host and port, as a browser spells them. */
  origin: string
  createdAt: number
  /** Undefined where it was added on the command line. */
  createdByName: string | undefined
}>

export type ParsedReturnAddress = Readonly<{ origin: string } | { problem: 'required' | 'malformed' | 'insecure' }>

/** An origin as a person types it: surrounding blanks and one trailing slash are forgiven, a path is not. */
export function parseReturnAddress(text: string): ParsedReturnAddress {
  const typed = text.trim().replace(/\/$/, '')
  if (typed === '') return { problem: 'required' }
  if (!/^https?:\/\/[!-~]+$/i.test(typed) || /[/?#\\@]/.test(typed.slice(typed.indexOf('//') + 2))) {
    return { problem: 'malformed' }
  }
  const origin = readOrigin(typed)
  if (origin) return { origin }
  return { problem: readOrigin(typed.replace(/^http:/i, 'https:')) ? 'insecure' : 'malformed' }
}
