import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '#lib/kernel/env.ts'
import type { EarlyResponse } from '#lib/web/gateway/early-response.ts'
import type { Exchange } from '#lib/web/gateway/exchange.ts'
import { isProgramPath, type Route } from '#lib/web/gateway/route-table.ts'
import { isRouterState } from '#lib/web/gateway/router-state.ts'
import { prefersHtml } from '#lib/web/http/content-negotiation.ts'
import { isSameOrigin } from '#lib/web/http/same-origin.ts'

type Site = Readonly<{ base: URL; development: boolean }>

const safeMethods = ['GET', 'HEAD']
const pageMethods = [...safeMethods, 'POST']

export const notFound = { status: 404, sentence: 'There is nothing at this URL.' }
const notFoundJson = { ...notFound, error: 'not_found' }

/** The response to a request that request line and headers disqualify; otherwise undefined. */
export function rejectEarly(
  { request, route, target: { pathname, search } }: Pick<Exchange, 'request' | 'route' | 'target'>,
  { base, development }: Site,
): EarlyResponse | undefined {
  // Unknown paths come first: a client with a wrong URL must not be told that its method or its origin is wrong.
  if (!route.isKnown) {
    const rejection = rejectUnknownPath(request, pathname)
    if (rejection) return rejection
  }
  if (route.kind !== 'endpoint') {
    // Next answers some other methods with 500.
    const methods = mayBePosted(route) ? pageMethods : safeMethods
    if (!methods.includes(request.method ?? '')) {
      return { status: 405, sentence: 'This method is not allowed here.', headers: { Allow: methods.join(', ') } }
    }
  }
  if (route.isApi) return undefined
  if (request.headers.host !== base.host && isLoopbackHost(base.hostname)) {
    return { location: `${base.origin}${pathname}${search}` }
  }
  if (route.kind === 'endpoint') return undefined
  if (route.kind === 'internal' && !development) return notFound
  return rejectPageRequest(request, base.origin)
}

/** Assets, and files of the public folder, are only read. */
export function mayBePosted({ kind }: Route): boolean {
  return kind === 'page' || kind === 'document' || kind === 'internal' || kind === 'endpoint'
}

/** A browser that navigates to an unknown path gets Next's "not found" page. */
function rejectUnknownPath({ method = '', headers }: IncomingMessage, pathname: string): EarlyResponse | undefined {
  if (isProgramPath(pathname) || !prefersHtml(headers.accept)) return notFoundJson
  return safeMethods.includes(method) ? undefined : notFound
}

function rejectPageRequest({ method = '', headers }: IncomingMessage, baseUrl: string): EarlyResponse | undefined {
  // Next forwards an action of another page to itself with this header. The first request would wait in the form gate
  // for the second, which queues behind it.
  if (headers['x-action-forwarded'] !== undefined) {
    return {
      status: 404,
      sentence: 'This page does not have this action. Reload it and try again.',
      // Tells Next's client that its page belongs to an older build.
      headers: { 'X-Nextjs-Action-Not-Found': '1' },
    }
  }
  const routerState = headers['next-router-state-tree']
  if (routerState !== undefined && !isRouterState(routerState)) {
    return { status: 400, sentence: 'The headers of this request are malformed.' }
  }
  if (safeMethods.includes(method)) return undefined
  if (isSameOrigin(headers.origin, headers['sec-fetch-site'], baseUrl)) return undefined
  return { status: 403, sentence: 'This form was sent from another site. Open Latchkey and try again.' }
}
