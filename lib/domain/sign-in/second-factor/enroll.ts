import { lockUser } from '#lib/domain/people/users/store.ts'
import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { sealApp } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { saveApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { findTimeStep } from '#lib/domain/sign-in/authenticator-apps/totp.ts'
import { maxPasskeys } from '#lib/domain/sign-in/passkeys/passkey.ts'
import { insertPasskey, spendChallenge } from '#lib/domain/sign-in/passkeys/store.ts'
import type { CreatedPasskey } from '#lib/domain/sign-in/passkeys/verify-passkey.ts'
import { hashRecoveryCode, makeRecoveryCodes } from '#lib/domain/sign-in/recovery-codes/recovery-code.ts'
import { replaceCodes } from '#lib/domain/sign-in/recovery-codes/store.ts'
import { hasFactor, readFactors } from '#lib/domain/sign-in/second-factor/factors.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** A user who adds a factor, and the request that does. */
export type Enrollment = UnitOfWork<RecordedActor> & Readonly<{ user: Pick<User, 'id' | 'name'> }>

/** The recovery codes that come with a first factor, shown once; undefined with any other. */
export type EnrolledFactor = Readonly<{ recoveryCodes: readonly string[] | undefined }>

/** The step of an app's first code, which proves that the app has the secret. @throws Refusal `input_invalid` */
export function requireFirstCode({ clock }: Services, secret: string, code: string): number {
  const step = findTimeStep(secret, code.replaceAll(/\s/g, ''), clock.now())
  if (step === undefined) throw new Refusal('input_invalid', { fields: { code: 'wrong' } })
  return step
}

/** Saves an authenticator app in place of the former one. */
export async function enrollApp(
  enrollment: Enrollment,
  { secret, step }: Readonly<{ secret: string; step: number }>,
): Promise<EnrolledFactor> {
  const { services, trx, user } = enrollment
  await lockUser(trx, user.id)
  const before = await readFactors(trx, user.id)
  await saveApp(trx, await sealApp(services.keys, user.id, secret), step)
  await recordFactorChange(enrollment, before.app ? 'app_replaced' : 'app_added')
  return { recoveryCodes: hasFactor(before) ? undefined : await giveCodes(trx, user.id) }
}

/** Saves a passkey. @throws Refusal `passkey_refused`; `conflict` beyond the limit */
export async function enrollPasskey(
  enrollment: Enrollment,
  { created, name }: Readonly<{ created: CreatedPasskey; name: string }>,
): Promise<EnrolledFactor> {
  const { trx, user } = enrollment
  await lockUser(trx, user.id)
  const before = await readFactors(trx, user.id)
  if (before.passkeys.length >= maxPasskeys) throw new Refusal('conflict', { detail: 'too many passkeys' })
  if (!(await spendChallenge(trx, created.challenge))) throw new Refusal('passkey_refused', { detail: 'replayed' })
  const { passkey, transports, deviceType } = created
  if (!(await insertPasskey(trx, { ...passkey, userId: user.id, name, transports, deviceType }))) {
    throw new Refusal('passkey_refused', { detail: 'the credential exists' })
  }
  await recordFactorChange(enrollment, 'passkey_added', name)
  return { recoveryCodes: hasFactor(before) ? undefined : await giveCodes(trx, user.id) }
}

/** Replaces the user's recovery codes. @returns the new ones, in plain text only here */
export async function giveCodes(trx: DbTransaction, userId: string): Promise<readonly string[]> {
  const codes = makeRecoveryCodes()
  await replaceCodes(
    trx,
    userId,
    codes.map((code) => hashRecoveryCode(code) ?? ''),
  )
  return codes
}

/** What happened to a user's factors. The event and the mail have the same words. */
export const factorChanges = [
  'passkey_added',
  'passkey_removed',
  'app_added',
  'app_replaced',
  'app_removed',
  'codes_replaced',
  'code_used',
  'reset',
] as const

export type FactorChange = (typeof factorChanges)[number]

/** Records a change and tells the user by mail. @param name of the passkey */
export async function recordFactorChange(
  { services, trx, actor, user }: Enrollment,
  change: FactorChange,
  name = '',
): Promise<void> {
  await recordEvent(
    trx,
    actor,
    userEvent('user.factor_changed', user, { change, ...(name !== '' && { passkey: name }) }),
  )
  const facts = { change, name, address: actor.address }
  await queueMail(services, trx, { kind: 'factor_changed', facts, to: { userId: user.id } })
}
