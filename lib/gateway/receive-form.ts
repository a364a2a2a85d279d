import type { IncomingMessage } from 'node:http'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import type { Hold } from '#lib/gateway/body-budget.ts'
import {
  type EarlyAnswer,
  lengthRequired,
  managersOnly,
  overBudget,
  signInFirst,
  tooLarge,
} from '#lib/gateway/early-answer.ts'
import { readBody } from '#lib/gateway/read-body.ts'
import { isManager } from '#lib/permissions.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'
import type { Services } from '#lib/services.ts'

/** Every form of a page but the one below. */
export const maxPageFormBytes = 64 * 1024

/** An account import of 5 MB and its form around it. `next.config.mjs` allows what this becomes when written again. */
export const maxImportBytes = 6 * 1024 * 1024

const importPath = '/manage/accounts/import'

export type FormReception = Readonly<{
  pathname: string
  /** Counts the bytes of the body. */
  hold: Hold
}>

/**
 * Receives the body of a POST to a page into memory, within the limits. The bytes stay counted until the response has
 * ended: the pages hold what they were given.
 * @returns the body; or the answer to a request that must not go on
 * @throws Error if the client goes away
 */
export async function receiveForm(
  services: Services,
  request: IncomingMessage,
  { pathname, hold }: FormReception,
): Promise<EarlyAnswer | Buffer<ArrayBuffer>> {
  const length = readLength(request)
  const refusal = request.headers['transfer-encoding'] ? lengthRequired : checkLength(pathname, length)
  if (refusal) return refusal
  const forbidden = length > maxPageFormBytes ? await requireManager(services, request) : undefined
  if (forbidden) return forbidden
  return length === 0 ? Buffer.alloc(0) : ((await readBody(request, length, hold)) ?? overBudget)
}

function checkLength(pathname: string, length: number): EarlyAnswer | undefined {
  if (length <= maxPageFormBytes) return undefined
  if (pathname !== importPath) return tooLarge('64 KiB')
  return length > maxImportBytes ? tooLarge('6 MB') : undefined
}

/** By the portal session alone: nothing of the body has been read. */
async function requireManager(services: Services, { headers }: IncomingMessage): Promise<EarlyAnswer | undefined> {
  const { cookie = '' } = headers
  const person = await readSignedInUser(services, new Request(services.env.baseUrl, { headers: { cookie } }))
  if (!person) return signInFirst(signInPath(importPath))
  return isManager(person.role) ? undefined : managersOnly
}

function readLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}
