import { findEndpoint } from '#lib/gateway/endpoint-table.ts'

/** Paths that answer any client under any spelling of the host, whatever page it stands on. */
export function isClientApiPath(pathname: string): boolean {
  return /^\/(auth\/v1\/|livez$|readyz$|openapi\.json$|\.well-known\/)/.test(pathname)
}

/** Where programs expect endpoints and nothing else: there are no pages below. */
export function isProtocolPath(pathname: string): boolean {
  return /^\/(auth|\.well-known)(\/|$)/.test(pathname)
}

/** Paths whose endpoint sets every header of its answer by itself; all others are pages. */
export function isEndpointPath(pathname: string): boolean {
  return findEndpoint(pathname) !== undefined
}

/** Built files that carry their content's hash in their name, and fonts. */
export function isAssetPath(pathname: string): boolean {
  return pathname.startsWith('/_next/static/') || pathname.startsWith('/fonts/')
}

const pageMethods: readonly string[] = ['GET', 'HEAD', 'POST']
const fileMethods: readonly string[] = ['GET', 'HEAD']

/** What may be asked of a path that is no endpoint. No page has a dot, or a per cent sign, in its last step. */
export function methodsOf(pathname: string): readonly string[] {
  return isAssetPath(pathname) || /[.%][^/]*$/.test(pathname) ? fileMethods : pageMethods
}

/** Paths of the router's own: its failure page, the image optimizer, data of another kind of pages. Ours has none. */
export function isPrivatePath(pathname: string): boolean {
  return pathname.startsWith('/_') && !isAssetPath(pathname)
}
