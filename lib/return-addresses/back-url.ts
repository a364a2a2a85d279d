import { readOrigin } from '#lib/origin.ts'

/** Counted after URL-encoding: so that `grantUrl` stays under 4 096 characters. */
export const maxBackUrlLength = 2_048

/** Printable ASCII without space, backslash (browsers read it as a slash) and `#` (a fragment would be lost or leak). */
const allowedCharacters = /^[!"$-[\]-~]+$/

/** Why a `backUrl` is not acceptable; `unregistered` is for the caller to find out. */
export type BackUrlProblem =
  | 'too_long'
  | 'not_absolute'
  | 'insecure'
  | 'user_info'
  | 'fragment'
  | 'characters'
  | 'malformed'
  | 'unregistered'

/** Where a person returns to when nothing else was asked for. */
export function defaultBackUrl(baseUrl: string): string {
  return `${baseUrl}/`
}

/**
 * The origin of a well-formed `backUrl` (section 4 of the protocol), or undefined. Well-formed is not yet allowed:
 * the origin must also be registered, see `acceptsBackUrl`.
 */
export function readBackUrlOrigin(backUrl: string): string | undefined {
  if (!allowedCharacters.test(backUrl) || encodedLength(backUrl) > maxBackUrlLength) return undefined
  return readOrigin(backUrl)
}

/** Why {@link readBackUrlOrigin} finds no origin. It explains a refusal and decides nothing. */
export function explainBackUrl(backUrl: string): BackUrlProblem {
  const [, scheme, slashes, authority = ''] = /^([a-z][a-z0-9+.-]*):(\/\/)?([^/?#]*)/i.exec(backUrl) ?? []
  if (encodedLength(backUrl) > maxBackUrlLength) return 'too_long'
  if (scheme === undefined) return 'not_absolute'
  if (!/^https?$/i.test(scheme)) return 'insecure'
  if (slashes === undefined) return 'not_absolute'
  if (authority.includes('@')) return 'user_info'
  if (backUrl.includes('#')) return 'fragment'
  if (!allowedCharacters.test(backUrl)) return 'characters'
  return readOrigin(backUrl.replace(/^http:/i, 'https:')) === undefined ? 'malformed' : 'insecure'
}

function encodedLength(text: string): number {
  return new URLSearchParams([['', text]]).toString().length - '='.length
}
