import {
  defaultPolicy,
  type SecondFactorPolicy,
  secondFactorPolicies,
} from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

const id = 'policy'

export async function findPolicy(db: Db): Promise<SecondFactorPolicy> {
  const row = await db.selectFrom('sign_in_policy').select('second_factor').executeTakeFirst()
  return toPolicy(row?.second_factor)
}

/** A stored policy; the default if there is none. */
export function toPolicy(stored: string | null | undefined): SecondFactorPolicy {
  return secondFactorPolicies.find((policy) => policy === stored) ?? defaultPolicy
}

export async function writePolicy(db: Db, policy: SecondFactorPolicy, changedBy: string): Promise<void> {
  const values = { second_factor: policy, changed_at: nowMs, changed_by: changedBy }
  await db
    .insertInto('sign_in_policy')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
