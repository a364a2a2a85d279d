import { isRegisteredOrigin } from '#lib/domain/links/return-addresses/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { encodedLength } from '#lib/kernel/form-fields.ts'
import { readOrigin } from '#lib/kernel/origin.ts'

/** After URL encoding, so that `grantUrl` stays under 4,096 characters. */
export const maxBackUrlLength = 2_048

/**
 * Printable ASCII without space, backslash (browsers read it as a slash) and `#` (a fragment would be lost or leaked).
 */
const allowedCharacters = /^[!"$-[\]-~]+$/

/** Why a `backUrl` is refused. The caller checks for `unregistered`. */
export type BackUrlProblem =
  | 'too_long'
  | 'not_absolute'
  | 'insecure'
  | 'user_info'
  | 'fragment'
  | 'characters'
  | 'malformed'
  | 'unregistered'

/** The `backUrl` of a request that names none. */
export function defaultBackUrl(baseUrl: string): string {
  return `${baseUrl}/`
}

/** The origin of a well-formed `backUrl` (protocol, section 4), registered or not; undefined for a malformed one. */
export function readBackUrlOrigin(backUrl: string): string | undefined {
  if (!allowedCharacters.test(backUrl) || encodedLength(backUrl) > maxBackUrlLength) return undefined
  return readOrigin(backUrl)
}

/**
 * The return address that a `backUrl` needs; null for the platform itself. Empty for a malformed URL, and no address.
 */
export function foreignOrigin(backUrl: string, baseUrl: string): string | null {
  const origin = readBackUrlOrigin(backUrl) ?? ''
  return origin === baseUrl ? null : origin
}

/** Whether the URL is well-formed and its origin is a registered return address or the base URL. */
export async function acceptsBackUrl(db: Db, baseUrl: string, backUrl: string): Promise<boolean> {
  const origin = foreignOrigin(backUrl, baseUrl)
  return origin === null || (origin !== '' && isRegisteredOrigin(db, origin))
}

/** Why {@link readBackUrlOrigin} returns undefined. Explains a refusal, and decides nothing. */
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
