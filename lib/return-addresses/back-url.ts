import { readOrigin } from '#lib/return-addresses/origin.ts'

/** Counted after URL-encoding: so that `grantUrl` stays under 4 096 characters. */
export const maxBackUrlLength = 2_048

/** Printable ASCII without space, backslash (browsers read it as a slash) and `#` (a fragment would be lost or leak). */
const allowedCharacters = /^[!"$-[\]-~]+$/

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

function encodedLength(text: string): number {
  return new URLSearchParams([['', text]]).toString().length - '='.length
}
