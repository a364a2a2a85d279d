import { findUserByName } from '#lib/domain/people/users/store.ts'
import { toNameKey, type User } from '#lib/domain/people/users/user.ts'
import { checkPassword, verifyUserPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { isKnownBrowser } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import {
  browserLimit,
  networkLimit,
  type PasswordLimit,
  userLimit,
} from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { countRefusedSignIn, recordRefusedSignIn } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { type SignInFields, signInSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import { continueSignIn, type PendingSignIn } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import type { Browser, StartedSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

type SignInInput = SignInFields & Readonly<{ browser: Browser }>

/**
 * Checks the password of the user with this email address or username. The response, and the time it takes, are the
 * same whether or not a user has that name.
 * @returns a session, or the second step of a user who has a factor or must add one
 * @throws Refusal `sign_in_failed`; `too_many_requests` beyond a limit; `input_invalid` for an empty field;
 *   `temporarily_unavailable` while too many sign-ins wait
 */
export async function signIn(
  services: Services,
  anonymous: Anonymous,
  input: SignInInput,
): Promise<StartedSession | PendingSignIn> {
  const { name, password } = parseInput(signInSchema, input)
  const user = await findUserByName(services.db, name)
  const impediment = findImpediment(user, await arePasswordsOff(services.db, user))
  const { lane, limits } = await chooseLimits(services, anonymous, { user, name, browserHash: input.browser.hash })
  const isRight = await checkPassword(services, {
    lane,
    limits,
    verify: async () =>
      (await verifyUserPassword(services.db, { userId: user?.id, password, lane })) && impediment === undefined,
    recordFailure: (trx, failures) =>
      recordRefusedSignIn(trx, anonymous, { user, reason: impediment ?? 'wrong_password', failures }),
  }).catch(async (error: unknown) => {
    if (isRefusal(error) && error.code === 'too_many_requests') await countRefusedSignIn(services.db, anonymous)
    throw error
  })
  if (!isRight || !user || !isPortalRole(user.role))
    throw new Refusal('sign_in_failed', { detail: impediment ?? 'wrong password' })
  return continueSignIn(services, anonymous, { user: { ...user, role: user.role }, browser: input.browser })
}

type Limits = Readonly<{ lane: string; limits: readonly [PasswordLimit, ...PasswordLimit[]] }>

/** A browser that this user signed in with before has a limit of its own: a neighbor can exhaust the network's. */
export async function chooseLimits(
  { db }: Services,
  anonymous: Anonymous,
  { user, name, browserHash }: Readonly<{ user: User | undefined; name: string; browserHash: string }>,
): Promise<Limits> {
  // Looked up for an unknown name as well: otherwise the response time would reveal it.
  if ((await isKnownBrowser(db, browserHash, user?.id ?? '')) && user) {
    const limit = browserLimit(user.id, browserHash)
    return { lane: limit.subject, limits: [limit] }
  }
  const network = toClientNetwork(anonymous.address)
  return { lane: network, limits: [userLimit(user?.id ?? `name ${toNameKey(name)}`, network), networkLimit(network)] }
}

/** Why the right password isn't enough; only for the log and the audit event. */
function findImpediment(user: User | undefined, isOff: boolean): string | undefined {
  if (!user) return 'unknown_name'
  if (!isPortalRole(user.role)) return 'service_user'
  if (user.deactivatedAt !== null) return 'deactivated'
  if (user.passwordSetAt === null) return 'no_password'
  return isOff ? 'password_off' : undefined
}
