import {
  peekAccountSession,
  type ReadSession,
  readAccountSession,
} from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { isNavigation } from '#lib/web/http/navigation.ts'

/** The account ID in the path `/accounts/<accountId>/…`. @throws Refusal `not_found` for an invalid one */
export function requestedAccountId(request: Request): string {
  const accountId = parseAccountId(new URL(request.url).pathname)
  if (accountId === undefined) throw new Refusal('not_found')
  return accountId
}

/** The account ID in a path `/accounts/<accountId>/…`, not decoded: a valid ID needs no percent-encoding. */
export function parseAccountId(path: string): string | undefined {
  const [, id] = /^\/accounts\/([^/]+)(?:\/|$)/.exec(path) ?? []
  return accountIdSchema.safeParse(id).data
}

/** This browser's session in the account. Only a navigation extends it: prefetches and background fetches don't. */
export async function readRequestedSession(
  services: Services,
  request: Request,
  accountId: string,
): Promise<ReadSession> {
  const read = isNavigation(request) ? readAccountSession : peekAccountSession
  return read(services, await readAccountCredential(services, request.headers.get('cookie')), accountId)
}
