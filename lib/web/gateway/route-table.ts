import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { maxScimBytes } from '#lib/web/endpoints/scim-request.ts'
import { type EndpointAddress, endpointTable } from '#lib/web/gateway/endpoint-table.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'
import { maxFormBytes } from '#lib/web/http/form-body.ts'
import { maxJsonBytes } from '#lib/web/http/json-body.ts'
import { toPathFinder, toPathPattern } from '#lib/web/http/path-finder.ts'

/** What the gateway knows about a path. Resolved once per request. */
export type Route = Readonly<{
  /**
   * - endpoint: sets every header of its response itself
   * - document: a route handler of Next that sets every header itself, and whose forms are checked as those of a page
   * - asset: a font, or a built file with a hash in its name
   * - file: any other path whose last segment has a dot or a percent sign
   * - internal: Next's own, such as its error page and its image optimizer
   */
  kind: 'endpoint' | 'document' | 'page' | 'asset' | 'file' | 'internal'
  endpoint?: Endpoint
  /** For the metrics: a closed set of names. */
  measuredAs: EndpointAddress | 'page' | 'other'
  /** Whether there is an endpoint, page or file, with or without a slash at the end. */
  isKnown: boolean
  /** Called by client programs, under any host name and without the checks for browsers. */
  isApi: boolean
  /** What an endpoint may have of a body in memory. */
  maxBodyBytes: number
  /** The endpoint reads the body only once it has authorized the client. */
  authorizesFirst?: true
  /** The body is a stream that may take any time. */
  hasLongBody?: true
}>

export type RouteTable = (pathname: string) => Route

/** Whether Next has a page, a route handler or a public file for a path. */
export type PageTable = (pathname: string) => boolean

const endpointAddresses = Object.keys(endpointTable) as EndpointAddress[]
const endpointRoutes = endpointAddresses.map((path): readonly [string, Route] => [
  path,
  {
    kind: 'endpoint',
    endpoint: endpointTable[path],
    measuredAs: path,
    isKnown: true,
    isApi: isApiPath(path),
    maxBodyBytes: maxBodyOf(path),
    ...(/^\/(?:api\/v1|scim)\//.test(path) && { authorizesFirst: true }),
    ...(path === '/api/v1/accounts/import' && { hasLongBody: true }),
  },
])
const findEndpointRoute = toPathFinder(endpointRoutes)

function maxBodyOf(path: EndpointAddress): number {
  if (path === '/scim/v2/[[...path]]') return maxScimBytes
  return path.startsWith('/api/v1/') ? maxJsonBytes : maxFormBytes
}

export function createRouteTable(isPage: PageTable): RouteTable {
  return (pathname) => findEndpointRoute(pathname) ?? describePage(pathname, isPage)
}

/** The endpoint at a path; undefined if Next responds. */
export function findEndpoint(pathname: string): Endpoint | undefined {
  return findEndpointRoute(pathname)?.endpoint
}

function describePage(pathname: string, isPage: PageTable): Route {
  // Next redirects from a slash at the end, and from doubled slashes. On that, many programs drop body and
  // authorization.
  const plainPath = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const isRedirected = plainPath !== pathname && isProgramPath(pathname)
  const isKnown = !isRedirected && (findEndpointRoute(plainPath) !== undefined || isPage(plainPath))
  const kind = pageKind(pathname)
  const measuredAs = isKnown && (kind === 'page' || kind === 'document') ? 'page' : 'other'
  return { kind, measuredAs, isKnown, isApi: isApiPath(pathname), maxBodyBytes: maxFormBytes }
}

/** `app/sign-in` and `app/forgot-password`. */
const documents: ReadonlySet<string> = new Set([
  '/forgot-password',
  '/sign-in',
  '/sign-in/passkey',
  '/sign-in/second-step',
  '/sign-in/second-step/passkey',
])

/** Where a sign-in at a provider starts and ends, and where an identity is linked. */
const providerDocument = /^\/sign-in\/provider\/[^/]+(\/callback|\/link)?$/

function pageKind(pathname: string): Route['kind'] {
  if (documents.has(pathname) || providerDocument.test(pathname)) return 'document'
  if (pathname.startsWith('/_next/static/') || pathname.startsWith('/fonts/')) return 'asset'
  if (pathname.startsWith('/_')) return 'internal'
  return /[.%][^/]*$/.test(pathname) ? 'file' : 'page'
}

/** No pages lie at and below these paths: clients expect JSON there, and no redirect of Next. */
export function isProgramPath(pathname: string): boolean {
  return /^\/((auth|api|scim|\.well-known)(\/|$)|(livez|readyz|openapi\.json)\/*$)/.test(pathname)
}

function isApiPath(pathname: string): boolean {
  return /^\/((auth|api)\/v1\/|scim\/v2(\/|$)|livez$|readyz$|openapi\.json$|\.well-known\/)/.test(pathname)
}

const pagesSchema = z.record(z.string(), z.string())
const redirectsSchema = z.object({
  redirects: z.array(z.object({ source: z.string(), internal: z.boolean().optional() })),
})

/** The pages, route handlers and public files of a built product, and the former addresses that Next redirects. */
export function readPageTable(root: string): PageTable {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, '.next', name), 'utf8'))
  const pages = Object.values(pagesSchema.parse(read('app-path-routes-manifest.json')))
  const { redirects } = redirectsSchema.parse(read('routes-manifest.json'))
  const former = redirects
    .filter(({ internal }) => !internal)
    .map(({ source }) => source.replace(':path*', '[[...path]]'))
  const files = readdirSync(join(root, 'public'), { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`)
  return createPageTable([...pages, ...former, ...files])
}

/** @param paths of pages and route handlers in the notation of the folders below `app`, and of files below `public` */
export function createPageTable(paths: readonly string[]): PageTable {
  // Paths that begin with an underscore are Next's own. Which paths a route for all of `/api/v1` serves, the endpoint
  // table knows.
  const own = paths.filter((path) => !path.startsWith('/_') && path !== '/api/v1/[...path]')
  const fixed = new Set(own.filter((path) => !path.includes('[')))
  const patterns = own.filter((path) => path.includes('[')).map(toPathPattern)
  return (pathname) => {
    // Next redirects from doubled slashes, and from a slash at the end.
    const path = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    return fixed.has(path) || path.startsWith('/_next/static/') || patterns.some((pattern) => pattern.test(path))
  }
}
