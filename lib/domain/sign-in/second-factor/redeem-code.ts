import type { User } from '#lib/domain/people/users/user.ts'
import { redeemAppCode } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { hashRecoveryCode } from '#lib/domain/sign-in/recovery-codes/recovery-code.ts'
import { spendCode } from '#lib/domain/sign-in/recovery-codes/store.ts'
import { recordFactorChange } from '#lib/domain/sign-in/second-factor/enroll.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'

const appCodeForm = /^\d{6}$/

/** Uses a code of the user's authenticator app, or a recovery code: each works once. @returns false if it doesn't */
export async function redeemSecondFactor(
  services: Services,
  actor: RecordedActor,
  { user, code }: Readonly<{ user: Pick<User, 'id' | 'name'>; code: string }>,
): Promise<boolean> {
  if (appCodeForm.test(code)) return redeemAppCode(services, services.db, { userId: user.id, code })
  const hash = hashRecoveryCode(code)
  if (hash === undefined) return false
  return services.db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, user.id, hash))) return false
    await recordFactorChange({ services, trx, actor, user }, 'code_used')
    return true
  })
}
