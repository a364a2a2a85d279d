import { endFactorGrace } from '#lib/domain/people/users/factor-grace-store.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import { hasShortPassword, lockUser } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { deleteApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { deletePasskeysOf } from '#lib/domain/sign-in/passkeys/store.ts'
import { endUserSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { deleteCodes } from '#lib/domain/sign-in/recovery-codes/store.ts'
import { recordFactorChange } from '#lib/domain/sign-in/second-factor/enroll.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { requiresFactor } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { findPolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** `mustEnroll`: the user then needs a new factor to sign in, by the policy or because their password is short. */
export type FactorReset = Readonly<{ mustEnroll: boolean; isMailed: boolean }>

/** What a reset would do. @returns undefined for a user without a factor. @throws Refusal `forbidden` */
export async function previewFactorReset(
  { db, env }: Services,
  actor: Actor,
  { id, role, email }: Pick<User, 'id' | 'role' | 'email'>,
): Promise<FactorReset | undefined> {
  requireManager(actor)
  if (!hasFactor(await readFactors(db, id))) return undefined
  const mustEnroll = requiresFactor(await findPolicy(db), role) || (await hasShortPassword(db, id))
  return { mustEnroll, isMailed: env.mail !== undefined && email !== null }
}

/**
 * Removes every passkey, the authenticator app and the recovery codes of a user who lost them, and ends their sessions.
 * A user who needs a factor sets one up at the next sign-in, without another week's time. So does a user with a short
 * password, whatever the policy: it never starts a session alone.
 * @throws Refusal `forbidden`, also for oneself; `confirmation_required`; `not_found`; `conflict` without a factor
 */
export async function resetFactors(services: Services, actor: Actor, userId: string): Promise<User> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  if (actor.kind === 'person' && actor.userId === userId) throw new Refusal('forbidden')
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, { id: userId })
    const [passkeys, hadApp] = [await deletePasskeysOf(trx, userId), await deleteApp(trx, userId)]
    if (passkeys === 0 && !hadApp) throw new Refusal('conflict', { description: 'This user has no second factor.' })
    await deleteCodes(trx, userId)
    if (requiresFactor(await findPolicy(trx), user.role)) await endFactorGrace(trx, userId)
    await endUserSessions(services, trx, { userId })
    await recordFactorChange({ services, trx, actor, user }, 'reset')
    return user
  })
}
