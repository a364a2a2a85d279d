import { describeEnd, sessionActor } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { mayReturn } from '#lib/domain/accounts/account-sessions/may-return.ts'
import {
  type AccountCredential,
  peekAccountSession,
} from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { endSession } from '#lib/domain/accounts/account-sessions/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/** Ends the account's session in this browser. @returns its `backUrl` if a session was open and may return there */
export async function endAccountSession(
  services: Services,
  context: RequestContext,
  input: Readonly<{ credential: AccountCredential | undefined; accountId: string }>,
): Promise<string | undefined> {
  const found = await peekAccountSession(services, input.credential, input.accountId)
  if (!found.ok) return undefined
  const { session } = found
  const hasEnded = await services.db.transaction().execute(async (trx) => {
    if (!(await endSession(trx, session.id, 'ended'))) return false
    await recordEvent(trx, sessionActor(session, context), describeEnd(session))
    return true
  })
  return hasEnded && (await mayReturn(services, session)) ? session.backUrl : undefined
}
