import { recordEvent } from '#lib/audit/record-event.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/http/parse-input.ts'
import { judgePassword } from '#lib/portal-sessions/judge-password.ts'
import { type SignInFields, signInSchema } from '#lib/portal-sessions/schema.ts'
import { sessionEvent } from '#lib/portal-sessions/session-event.ts'
import { type Browser, type StartedSession, startSession } from '#lib/portal-sessions/start-session.ts'
import type { Services } from '#lib/services.ts'
import type { Visitor } from '#lib/users/actor.ts'
import { findNamedUser } from '#lib/users/find-named-user.ts'
import { isPortalRole } from '#lib/users/roles.ts'
import { toNameKey, type User } from '#lib/users/user.ts'
import { verifyUserPassword } from '#lib/users/verify-user-password.ts'

/**
 * Signs a person in by e-mail address or user name. Whoever there is or is not by that name: the answer, and the time
 * it takes, is the same.
 * @throws Refusal `sign_in_failed`; `too_many_requests` after ten failures; `input_invalid` for an empty field
 */
export async function signIn(
  services: Services,
  visitor: Visitor,
  input: SignInFields & Readonly<{ browser: Browser }>,
): Promise<StartedSession> {
  const { name, password } = parseInput(signInSchema, input)
  const user = await findNamedUser(services.db, name)
  const impediment = findImpediment(user)
  const isRight = await judgePassword(services, {
    // By the name as typed: counting a person's two names together would tell that both are theirs.
    target: ['sign-in', toNameKey(name), visitor.address],
    verify: async () => (await verifyUserPassword(services.db, user?.id, password)) && impediment === undefined,
    recordFailure: (trx, failures) =>
      recordEvent(
        trx,
        visitor,
        sessionEvent('portal_session.refused', user, { reason: impediment ?? 'wrong_password', failures }),
      ),
  })
  if (!isRight || !user || !isPortalRole(user.role))
    throw new Refusal('sign_in_failed', { detail: impediment ?? 'wrong password' })
  return startSession(services, visitor, { user: { ...user, role: user.role }, browser: input.browser })
}

/** Why even the right password does not help; for the record alone. */
function findImpediment(user: User | undefined): string | undefined {
  if (!user) return 'unknown_name'
  if (!isPortalRole(user.role)) return 'service_user'
  if (user.deactivatedAt !== null) return 'deactivated'
  return user.passwordSetAt === null ? 'no_password' : undefined
}
