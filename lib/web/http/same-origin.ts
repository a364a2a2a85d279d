import { Refusal } from '#lib/kernel/errors.ts'

/**
 * Whether one of our own pages sent a request, by its headers `Origin` and `Sec-Fetch-Site`. A request without `Origin`
 * passes only if the browser declares `same-origin`. `Origin: null` (sandboxed frames, `no-referrer` pages) is foreign.
 */
export function isSameOrigin(
  origin: string | null | undefined,
  fetchSite: string | string[] | null | undefined,
  baseUrl: string,
): boolean {
  return typeof origin === 'string' ? origin === baseUrl : fetchSite === 'same-origin'
}

/** @throws Refusal `foreign_form` unless one of our own pages sent the request */
export function requireSameOrigin({ headers }: Request, baseUrl: string): void {
  if (!isSameOrigin(headers.get('origin'), headers.get('sec-fetch-site'), baseUrl)) throw new Refusal('foreign_form')
}
