import { z } from 'zod'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { countOwnersWithFactor } from '#lib/domain/sign-in/second-factor/store.ts'
import { type SecondFactorPolicy, secondFactorPolicies } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { findPolicy, writePolicy } from '#lib/domain/sign-in/sign-in-policy/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManagerOf, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const policySchema = z.object({ policy: z.enum(secondFactorPolicies, 'malformed') })

/**
 * Sets who needs a second factor. Requiring one takes an owner who has one: no change can lock out everyone.
 * @throws Refusal `forbidden` unless the actor is an owner or the operator; `confirmation_required`; `factor_required`;
 *   `input_invalid`
 */
export async function changePolicy(
  services: Services,
  actor: Actor,
  given: Readonly<{ policy: string }>,
): Promise<SecondFactorPolicy> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  const { policy } = parseInput(policySchema, given)
  await services.db.transaction().execute(async (trx) => {
    await takeLock(trx, 'sign-in policy')
    const former = await findPolicy(trx)
    if (former === policy) return
    if ((policy === 'managers' || policy === 'all') && !(await holdsFactor(trx, actor))) {
      throw new Refusal('factor_required', { fields: { policy: 'no_factor' } })
    }
    await writePolicy(trx, policy, actorId(actor))
    const subject = { kind: 'organization', id: null, name: '' } as const
    await recordEvent(trx, actor, { kind: 'organization.sign_in_policy_changed', subject, details: { policy, former } })
  })
  return policy
}

/** The operator has no factor: an owner with one must exist. */
async function holdsFactor(db: Db, actor: Actor): Promise<boolean> {
  if (actor.kind === 'person') return hasFactor(await readFactors(db, actor.userId))
  return (await countOwnersWithFactor(db)) > 0
}
