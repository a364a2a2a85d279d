import { countSessionsOfAccount } from '#lib/account-sessions/lookup-store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * In how many sessions an account is open now: what stops working when it is suspended.
 * @throws Refusal `forbidden`
 */
export async function countOpenSessions({ db }: Services, actor: Actor, accountId: string): Promise<number> {
  requireManager(actor)
  return countSessionsOfAccount(db, accountId)
}
