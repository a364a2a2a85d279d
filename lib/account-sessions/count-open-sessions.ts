import { countSessionsOfAccount } from '#lib/account-sessions/lookup-store.ts'
import type { Actor } from '#lib/actor.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'

/**
 * The number of sessions that suspending this account would stop.
 * @throws Refusal `forbidden` unless the actor is a manager
 */
export async function countOpenSessions({ db }: Services, actor: Actor, accountId: string): Promise<number> {
  requireManager(actor)
  return countSessionsOfAccount(db, accountId)
}
