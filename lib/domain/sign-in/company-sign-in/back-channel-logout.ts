import { jwtVerify } from 'jose'
import { z } from 'zod'
import { findUserById } from '#lib/domain/people/users/store.ts'
import { userEvent } from '#lib/domain/people/users/user.ts'
import { endFederatedSessions } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { listIdentitiesOfSid } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { findProviderError } from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { claimLogoutToken, findIdentity } from '#lib/domain/sign-in/sign-in-providers/identities-store.ts'
import { readPublished } from '#lib/domain/sign-in/sign-in-providers/provider-metadata.ts'
import { tokenAlgorithms, toleranceSeconds } from '#lib/domain/sign-in/sign-in-providers/redeem-code.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { findProvider } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous, RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { UnitOfWork } from '#lib/foundation/unit-of-work.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** Older tokens are refused, so that used ones need not be remembered for longer. */
const maxTokenAgeMs = 10 * minuteMs
const eventType = 'http://schemas.openid.net/event/backchannel-logout'

/** OpenID Connect Back-Channel Logout 1.0 §2.4. A token with a nonce is an ID token. */
const logoutSchema = z
  .object({
    jti: z.string().min(1).max(1_024),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(1_024).optional(),
    events: z.object({ [eventType]: z.looseObject({}) }),
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

type LogoutClaims = z.output<typeof logoutSchema>

/**
 * Ends the sessions that a provider's logout token names: those of its `sid`, or all of its `sub`. A token works once.
 * @returns how many sessions ended
 * @throws Refusal `invalid_request`, whatever is wrong; `too_many_requests` after 60 refusals of a network in a minute,
 *   before any signature is checked
 */
export async function logOutByProvider(
  services: Services,
  anonymous: Anonymous,
  { providerId, logoutToken }: Readonly<{ providerId: string; logoutToken: string }>,
): Promise<number> {
  const limit = services.limits.logoutsAtNetwork
  const network = toClientNetwork(anonymous.address)
  await limit.check(network)
  try {
    const provider = await findProvider(services.db, providerId)
    if (!provider || provider.isDisabled) throw refused('no such provider')
    const claims = await verifyLogoutToken(services, provider, logoutToken)
    return await services.db.transaction().execute(async (trx) => {
      const retentionMs = maxTokenAgeMs + 2 * toleranceSeconds * secondMs
      if (!(await claimLogoutToken(trx, sha256(`${provider.id}\n${claims.jti}`), retentionMs))) {
        throw refused('the token was used')
      }
      return endNamed({ services, trx, actor: anonymous }, { provider, claims })
    })
  } catch (error) {
    await limit.countFailure(network)
    throw error
  }
}

async function verifyLogoutToken(
  services: Services,
  provider: SignInProvider,
  logoutToken: string,
): Promise<LogoutClaims> {
  try {
    const { keys } = await readPublished(services, provider.issuer)
    const { payload, protectedHeader } = await jwtVerify(logoutToken, keys, {
      issuer: provider.issuer,
      audience: provider.clientId,
      algorithms: tokenAlgorithms,
      // Draft 06 had no `exp`, and providers of that time send none. The age limits these, too.
      requiredClaims: ['iat'],
      maxTokenAge: maxTokenAgeMs / secondMs,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(services.clock.now()),
    })
    const typ = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
    // Older providers say only JWT; the events tell it from every other token.
    if (typ !== undefined && typ !== 'logout+jwt' && typ !== 'jwt') throw refused(`typ is ${typ.slice(0, 32)}`)
    return logoutSchema.parse(payload)
  } catch (error) {
    if (isRefusal(error)) throw error
    throw refused(findProviderError(error)?.problem ?? (error instanceof Error ? error.name : 'unknown error'), error)
  }
}

type Named = Readonly<{ provider: SignInProvider; claims: LogoutClaims }>

async function endNamed(
  { services, trx, actor: { address, requestId } }: UnitOfWork<Anonymous>,
  { provider, claims: { sub, sid } }: Named,
): Promise<number> {
  const ofSubject = sub === undefined ? undefined : await findIdentity(trx, provider.issuer, sub)
  const sidHash = sid === undefined ? undefined : sha256(sid)
  const identityIds =
    sub !== undefined
      ? [ofSubject?.id].filter((id) => id !== undefined)
      : await listIdentitiesOfSid(trx, provider.id, sidHash ?? '')
  const ended = await endFederatedSessions(services, trx, { identityIds, sidHash })
  const actor: RecordedActor = { kind: 'visitor', address, requestId }
  for (const [userId, sessions] of ended) {
    const details = { reason: 'ended_by_provider', provider: provider.label, sessions }
    await recordEvent(trx, actor, userEvent('portal_session.ended', await findUserById(trx, userId), details))
  }
  return [...ended.values()].reduce((sum, sessions) => sum + sessions, 0)
}

function refused(detail: string, cause?: unknown): Refusal {
  return new Refusal('invalid_request', { description: 'The logout token is not valid.', detail, cause })
}
