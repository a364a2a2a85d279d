import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '#lib/env.ts'
import {
  type EarlyAnswer,
  foreignForm,
  methodNotAllowed,
  notFound,
  notFoundJson,
  unknownAction,
  unreadableHeaders,
} from '#lib/gateway/early-answer.ts'
import type { PageTable } from '#lib/gateway/page-table.ts'
import { isClientApiPath, isEndpointPath, isPrivatePath, isProtocolPath, methodsOf } from '#lib/gateway/paths.ts'
import { isRouterState } from '#lib/gateway/router-state.ts'
import { comesFromOurPages } from '#lib/gateway/same-origin.ts'
import { prefersHtml } from '#lib/http/content-negotiation.ts'

type Router = Readonly<{ development: boolean; isPage: PageTable }>

/** The answer to a request that must not get any further, by its line and headers alone; otherwise undefined. */
export function refuseEarly(
  request: IncomingMessage,
  target: URL,
  base: URL,
  { development, isPage }: Router,
): EarlyAnswer | undefined {
  const { pathname } = target
  // First of all: a client with a wrong URL must not be told that its method or its origin is wrong.
  const unknown = refuseUnknown(request, pathname, isPage)
  if (unknown) return unknown
  const isEndpoint = isEndpointPath(pathname)
  const methods = methodsOf(pathname)
  // The router behind us answers some of the others with a failure.
  if (!isEndpoint && !methods.includes(request.method ?? '')) return methodNotAllowed(methods)
  // A client program may use any spelling of the host, and its requests come from no page.
  if (isClientApiPath(pathname)) return undefined
  if (request.headers.host !== base.host && isLoopbackHost(base.hostname)) {
    return { location: `${base.origin}${pathname}${target.search}` }
  }
  return isEndpoint ? undefined : refusePageRequest(request, pathname, base, development)
}

/** The answer to a path that is neither an endpoint nor a page. A browser that opens it gets the page that says so. */
function refuseUnknown(
  { method = '', headers }: IncomingMessage,
  pathname: string,
  isPage: PageTable,
): EarlyAnswer | undefined {
  // The router corrects a slash at the end.
  if (isEndpointPath(pathname.replace(/\/$/, ''))) return undefined
  if (isProtocolPath(pathname)) return notFoundJson
  if (isPage(pathname)) return undefined
  if (!prefersHtml(headers.accept)) return notFoundJson
  return ['GET', 'HEAD'].includes(method) ? undefined : notFound
}

function refusePageRequest(
  request: IncomingMessage,
  pathname: string,
  base: URL,
  development: boolean,
): EarlyAnswer | undefined {
  if (!development && isPrivatePath(pathname)) return notFound
  // Next sends an action of another page to itself by this header. The first request would wait in the queue of forms for
  // the second, which waits behind it.
  if (request.headers['x-action-forwarded'] !== undefined) return unknownAction
  const routerState = request.headers['next-router-state-tree']
  if (routerState !== undefined && !isRouterState(routerState)) return unreadableHeaders
  return comesFromOurPages(request, base.origin) ? undefined : foreignForm
}
