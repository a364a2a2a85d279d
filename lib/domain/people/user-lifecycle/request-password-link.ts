import type { SignInName } from '#lib/domain/people/name-changes/name-change.ts'
import { linkLifeMs } from '#lib/domain/people/password-links/password-link.ts'
import { prepareLinkToken } from '#lib/domain/people/password-links/set-password-link.ts'
import { deleteUsableLinks, insertLink } from '#lib/domain/people/password-links/store.ts'
import { findUnprovenNames } from '#lib/domain/people/users/proven-names-store.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import { toNameKey, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { findAttemptSubject } from '#lib/domain/sign-in/portal-sessions/attempt-subject.ts'
import { toSubject } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { maxRecordedRefusals } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { type ForgottenPasswordInput, forgottenPasswordSchema } from '#lib/domain/sign-in/portal-sessions/schema.ts'
import { reserveFailure } from '#lib/domain/sign-in/portal-sessions/sign-in-failures-store.ts'
import { arePasswordsOff } from '#lib/domain/sign-in/sign-in-providers/passwords-off.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Anonymous, actorId } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** Requests in 15 minutes, as failed sign-ins are counted. */
export const maxLinkRequests = { perNetwork: 20, perUser: 3 } as const

/**
 * Mails a link to a user who forgot their password: it works once, within an hour, and replaces an earlier one of this
 * kind. A request without a recipient runs the same statements and leaves a link of no user, so that neither the
 * response nor its time reveals whether a user has the name.
 * @throws Refusal `not_found` without mail settings; `input_invalid` for a name that is empty or too long
 */
export async function requestPasswordLink(
  services: Services,
  anonymous: Anonymous,
  { browserHash, ...input }: ForgottenPasswordInput & Readonly<{ browserHash?: string | undefined }>,
): Promise<void> {
  const { db, env, log } = services
  if (!env.mail) throw new Refusal('not_found')
  const { name } = parseInput(forgottenPasswordSchema, input)
  const sender = toSubject('password link', 'network', await findAttemptSubject(db, anonymous, browserHash))
  if (!(await reserveFailure(db, sender, maxLinkRequests.perNetwork))) {
    const { address, requestId } = anonymous
    log.info({ network: toClientNetwork(address), requestId }, 'too many requests for password links')
    return
  }
  const user = await findUserByName(db, name)
  const isOff = await arePasswordsOff(db, user)
  const unproven = await findUnprovenNames(db, user?.id ?? '')
  const { token, sealed } = await prepareLinkToken(services)
  await db.transaction().execute(async (trx) => {
    const subject = toSubject('password link', user?.id ?? `name ${toNameKey(name)}`)
    // The lock on its row keeps a concurrent request for this user waiting: the last one's link is the only one.
    const isWithinLimit = (await reserveFailure(trx, subject, maxLinkRequests.perUser)) !== undefined
    const impediment = isOff ? 'password_off' : findImpediment(user, { isWithinLimit, unproven })
    const recipientId = impediment === undefined ? user?.id : undefined
    // A stranger must not void the link of a manager.
    await deleteUsableLinks(trx, recipientId ?? '', ['forgotten_password'])
    const until = await insertLink(trx, {
      tokenHash: sha256(token),
      purpose: 'forgotten_password',
      userId: recipientId ?? null,
      createdBy: actorId(anonymous),
      lifeMs: linkLifeMs.forgotten_password,
    })
    await recordRequest(trx, anonymous, { user, reason: impediment })
    const facts = { address: anonymous.address, until }
    await queueMail(services, trx, {
      kind: 'forgotten_password',
      facts,
      link: sealed,
      to: { userId: recipientId ?? '' },
    })
  })
}

/** Why no link is sent; only for the audit event. An invitation that has expired is renewed by a manager. */
function findImpediment(
  user: User | undefined,
  { isWithinLimit, unproven }: Readonly<{ isWithinLimit: boolean; unproven: readonly SignInName[] }>,
): string | undefined {
  if (!user) return 'unknown_name'
  if (!isPortalRole(user.role)) return 'service_user'
  if (user.deactivatedAt !== null) return 'deactivated'
  if (user.passwordSetAt === null) return 'no_password'
  // An address that its user chose without a proof may be someone else's.
  if (user.email === null || unproven.includes('email')) return 'no_email'
  return isWithinLimit ? undefined : 'over_limit'
}

/** Every link gets its event. Requests without one share a budget, because a botnet can cause any number. */
async function recordRequest(
  trx: DbTransaction,
  anonymous: Anonymous,
  { user, reason }: Readonly<{ user: User | undefined; reason: string | undefined }>,
): Promise<void> {
  const hasBudget = await reserveFailure(trx, toSubject('recorded', 'password link'), maxRecordedRefusals)
  if (!hasBudget && reason !== undefined) return
  await recordEvent(trx, anonymous, userEvent('user.password_link_requested', user, reason ? { reason } : {}))
}
