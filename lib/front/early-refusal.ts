import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '#lib/env.ts'
import {
  type EarlyAnswer,
  foreignForm,
  methodNotAllowed,
  notFound,
  unknownAction,
  unreadableHeaders,
} from '#lib/front/early-answer.ts'
import { isClientApiPath, isEndpointPath, isPrivatePath, isUnknownApiPath, methodsOf } from '#lib/front/paths.ts'
import { isRouterState } from '#lib/front/router-state.ts'
import { comesFromOurPages } from '#lib/front/same-origin.ts'

/** The answer to a request that must not get any further, by its line and headers alone; otherwise undefined. */
export function refuseEarly(
  request: IncomingMessage,
  target: URL,
  base: URL,
  development: boolean,
): EarlyAnswer | undefined {
  const { pathname } = target
  const isEndpoint = isEndpointPath(pathname)
  const methods = methodsOf(pathname)
  // The router behind us answers some of the others with a failure.
  if (!isEndpoint && !methods.includes(request.method ?? '')) return methodNotAllowed(methods)
  // No page's form may be sent there instead, where nothing checks which page it comes from.
  if (request.method === 'POST' && isUnknownApiPath(pathname)) return notFound
  // A client program may use any spelling of the host, and its requests come from no page.
  if (isClientApiPath(pathname)) return undefined
  if (request.headers.host !== base.host && isLoopbackHost(base.hostname)) {
    return { location: `${base.origin}${pathname}${target.search}` }
  }
  return isEndpoint ? undefined : refusePageRequest(request, pathname, base, development)
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
