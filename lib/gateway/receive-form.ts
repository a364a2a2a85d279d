import type { IncomingMessage } from 'node:http'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import type { Hold } from '#lib/gateway/body-budget.ts'
import {
  type EarlyResponse,
  lengthRequired,
  managersOnly,
  overBudget,
  redirectToSignIn,
  tooLarge,
} from '#lib/gateway/early-response.ts'
import { readBody } from '#lib/gateway/read-body.ts'
import type { EndpointContext } from '#lib/http/endpoint.ts'
import { isManager } from '#lib/permissions.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'

/** The limit of every page's form except the account import. */
export const maxPageFormBytes = 64 * 1024

/** An account import of 5 MB and the form around it. `next.config.ts` allows for the slightly longer rewritten form. */
export const maxImportBytes = 6 * 1024 * 1024

const importPath = '/manage/accounts/import'

type FormReception = Readonly<{ context: EndpointContext; pathname: string; hold: Hold }>

/**
 * Receives the body of a POST to a page into memory, within the limits. The budget counts the bytes until the response
 * has ended, because the page keeps them in memory.
 * @returns the body, or the response to a request that is rejected
 * @throws Error if the client disconnects
 */
export async function receiveForm(
  request: IncomingMessage,
  { context, pathname, hold }: FormReception,
): Promise<EarlyResponse | Buffer<ArrayBuffer>> {
  const length = Number(request.headers['content-length'] ?? 0)
  const rejection = request.headers['transfer-encoding'] ? lengthRequired : checkLength(pathname, length)
  if (rejection) return rejection
  const forbidden = length > maxPageFormBytes ? await requireManager(context, request) : undefined
  if (forbidden) return forbidden
  return length === 0 ? Buffer.alloc(0) : ((await readBody(request, length, hold)) ?? overBudget)
}

function checkLength(pathname: string, length: number): EarlyResponse | undefined {
  if (length <= maxPageFormBytes) return undefined
  if (pathname !== importPath) return tooLarge('64 KiB')
  return length > maxImportBytes ? tooLarge('6 MB') : undefined
}

/** Runs before any of the body is read. */
async function requireManager(context: EndpointContext, request: IncomingMessage): Promise<EarlyResponse | undefined> {
  const user = await readSignedInUser(context, request.headers.cookie)
  if (!user) return redirectToSignIn(signInPath(importPath))
  return isManager(user.role) ? undefined : managersOnly
}
