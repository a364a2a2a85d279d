import { isKnownBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import { toSubject } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/**
 * Whose attempts are counted together if they name no user: those of a browser in which a user signed in before, else
 * those of a network. A neighbor has another browser, and can't use up the limit of this one.
 */
export async function findAttemptSubject(
  db: Db,
  { address }: Pick<Anonymous, 'address'>,
  browserHash: string | undefined,
): Promise<string> {
  const isKnown = browserHash !== undefined && (await isKnownBrowser(db, browserHash))
  return isKnown ? toSubject('browser', browserHash) : toClientNetwork(address)
}
