import type { IncomingMessage } from 'node:http'
import { signInPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import type { Reception } from '#lib/web/gateway/body-budget.ts'
import { type EarlyResponse, signedOut } from '#lib/web/gateway/early-response.ts'
import { readBody } from '#lib/web/gateway/read-body.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'

/** The limit of every page's form, unless it sends a file. */
export const maxPageFormBytes = 64 * 1024

/** A file of 5 MB and the form around it. `next.config.ts` allows for the slightly longer rewritten form. */
export const maxImportBytes = 6 * 1024 * 1024

/** Several times a logo, so that a file that is somewhat too large is refused in its form. */
export const maxLogoFormBytes = 1024 * 1024

/** The pages whose forms send a file of accounts: the import, and each account group. */
const filePaths = /^\/manage\/accounts\/(?:import|groups\/[^/]+)$/
const logoPath = '/settings'

type PageReception = Readonly<{ context: EndpointContext; pathname: string; reception: Reception }>

/**
 * Receives the body of a POST to a page into memory, within the limits.
 * @returns the body, or the response to a request that is rejected
 * @throws Error if the client disconnects
 */
export async function receiveForm(
  request: IncomingMessage,
  { context, pathname, reception }: PageReception,
): Promise<EarlyResponse | Buffer<ArrayBuffer>> {
  const length = Number(request.headers['content-length'] ?? 0)
  if (request.headers['transfer-encoding']) return { status: 411, sentence: 'The request needs a Content-Length.' }
  const rejection = checkLength(pathname, length)
  if (rejection) return rejection
  if (length > maxPageFormBytes) {
    const manager = await requireManager(context, request, pathname)
    if (typeof manager !== 'string') return manager
    reception.trust(manager)
  }
  return length === 0 ? Buffer.alloc(0) : readBody(request, length)
}

/** What a page may keep of a body. */
export function maxBytesOfForm(pathname: string): number {
  return findLimit(pathname).maxBytes
}

function checkLength(pathname: string, length: number): EarlyResponse | undefined {
  const { maxBytes, words } = findLimit(pathname)
  return length <= maxBytes ? undefined : { status: 413, sentence: `This is larger than ${words}. Send less at once.` }
}

function findLimit(pathname: string) {
  if (filePaths.test(pathname)) return { maxBytes: maxImportBytes, words: '6 MB' }
  if (pathname === logoPath) return { maxBytes: maxLogoFormBytes, words: '1 MB' }
  return { maxBytes: maxPageFormBytes, words: '64 KiB' }
}

/** Runs before any of the body is read. @returns the manager's user ID */
async function requireManager(
  context: EndpointContext,
  request: IncomingMessage,
  pathname: string,
): Promise<EarlyResponse | string> {
  const user = await readSignedInUser(context, request.headers.cookie)
  if (!user) return { ...signedOut, status: 303, headers: { Location: signInPath(pathname) } }
  return isManager(user.role) ? user.userId : { status: 403, sentence: 'Your role does not allow this.' }
}
