import type { IncomingMessage } from 'node:http'
import { isFromOwnPage } from '#lib/http/own-page.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request may go on to a page: one that may change something must come from one of our own. */
export function comesFromOurPages(request: IncomingMessage, baseUrl: string): boolean {
  if (safeMethods.has(request.method ?? '')) return true
  return isFromOwnPage(request.headers.origin, request.headers['sec-fetch-site'], baseUrl)
}
