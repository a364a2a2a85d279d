import {
  type OfferedSecret,
  offerSecret,
  readOfferedSecret,
} from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import type { ChallengeUse } from '#lib/domain/sign-in/passkeys/challenge.ts'
import { passkeyNameSchema } from '#lib/domain/sign-in/passkeys/schema.ts'
import { passkeyCreation, verifyNewPasskey } from '#lib/domain/sign-in/passkeys/verify-passkey.ts'
import { codeSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import {
  finishSignIn,
  getSecondStep,
  type SecondStep,
  type StepHolder,
} from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import type { StartedSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import {
  type EnrolledFactor,
  type Enrollment,
  enrollApp,
  enrollPasskey,
  requireFirstCode,
} from '#lib/domain/sign-in/second-factor/enroll.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** A session that began with a new factor, and the recovery codes to show once. */
export type EnrolledSession = StartedSession & EnrolledFactor

/**
 * A secret for the authenticator app of a user who must set up a factor.
 * @param sealed an earlier offer, which stays while it is valid: the app may have scanned it already
 * @throws Refusal `sign_in_expired`
 */
export async function offerAppAtSignIn(
  services: Services,
  holder: StepHolder,
  sealed?: string,
): Promise<OfferedSecret> {
  const { user } = await getEnrollmentStep(services, holder)
  const secret = sealed === undefined ? undefined : await readOfferedSecret(services, user.id, sealed)
  return sealed === undefined || secret === undefined ? offerSecret(services, user.id) : { secret, sealed }
}

/** What the browser needs to create a passkey. @throws Refusal `sign_in_expired` */
export async function offerPasskeyAtSignIn(services: Services, holder: StepHolder, organization: string) {
  const { user } = await getEnrollmentStep(services, holder)
  return passkeyCreation(services, challengeFor(holder), { user, organization })
}

/**
 * Sets up the authenticator app and ends the sign-in.
 * @throws Refusal `input_invalid` for a wrong code; `sign_in_expired`, also if the offer of the secret has expired
 */
export async function enrollAppAtSignIn(
  services: Services,
  anonymous: Anonymous,
  { holder, sealed, code: given }: Readonly<{ holder: StepHolder; sealed: string; code: string }>,
): Promise<EnrolledSession> {
  const { code } = parseInput(codeSchema, { code: given })
  const step = await getEnrollmentStep(services, holder)
  const secret = await readOfferedSecret(services, step.user.id, sealed)
  if (secret === undefined) throw new Refusal('sign_in_expired')
  const app = { secret, step: requireFirstCode(services, secret, code) }
  return finish(services, anonymous, {
    holder,
    step,
    strength: 'otp',
    enroll: (enrollment) => enrollApp(enrollment, app),
  })
}

/** Adds a passkey and ends the sign-in. @throws Refusal `passkey_refused`, `sign_in_expired`, `input_invalid` */
export async function enrollPasskeyAtSignIn(
  services: Services,
  anonymous: Anonymous,
  { holder, response, name: given }: Readonly<{ holder: StepHolder; response: unknown; name: string }>,
): Promise<EnrolledSession> {
  const { name } = parseInput(passkeyNameSchema, { name: given })
  const step = await getEnrollmentStep(services, holder)
  const created = await verifyNewPasskey(services, challengeFor(holder), response)
  return finish(services, anonymous, {
    holder,
    step,
    strength: 'webauthn',
    enroll: (enrollment) => enrollPasskey(enrollment, { created, name }),
  })
}

type Finish = Readonly<{
  holder: StepHolder
  step: SecondStep
  strength: 'otp' | 'webauthn'
  enroll: (enrollment: Enrollment) => Promise<EnrolledFactor>
}>

/** The factor is saved in the transaction that starts the session. */
async function finish(
  services: Services,
  anonymous: Anonymous,
  { holder, step: { user, federated }, strength, enroll }: Finish,
): Promise<EnrolledSession> {
  const enrolled: { factor?: EnrolledFactor } = {}
  const actor = { ...anonymous, kind: 'person', userId: user.id, name: user.name } as const
  const started = await finishSignIn(services, anonymous, {
    holder,
    user,
    federated,
    strength,
    claim: async (trx) => {
      enrolled.factor = await enroll({ services, trx, actor, user })
    },
  })
  return { ...started, recoveryCodes: enrolled.factor?.recoveryCodes }
}

/** A user who has a factor must use it, not add another. */
async function getEnrollmentStep(services: Services, holder: StepHolder): Promise<SecondStep> {
  const step = await getSecondStep(services, holder)
  if (step.step !== 'enroll') throw new Refusal('sign_in_expired', { detail: 'the user has a factor' })
  return step
}

function challengeFor({ token }: StepHolder): ChallengeUse {
  return { purpose: 'add', holder: sha256(token) }
}
