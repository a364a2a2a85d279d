import { Refusal } from '#lib/errors.ts'

/**
 * Whether a request that changes something was sent by one of our own pages, by its two headers. A browser that
 * leaves out `Origin` must say so in `Sec-Fetch-Site`; `Origin: null` (sandboxed frames, `no-referrer` pages) is
 * foreign.
 */
export function isFromOwnPage(
  origin: string | null | undefined,
  fetchSite: string | string[] | null | undefined,
  baseUrl: string,
): boolean {
  return typeof origin === 'string' ? origin === baseUrl : fetchSite === 'same-origin'
}

/** @throws Refusal `foreign_form` unless one of our own pages sent it */
export function requireOwnPage({ headers }: Request, baseUrl: string): void {
  if (!isFromOwnPage(headers.get('origin'), headers.get('sec-fetch-site'), baseUrl)) throw new Refusal('foreign_form')
}
