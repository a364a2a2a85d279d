import type { z } from 'zod'
import { type Account, accountPath } from '#lib/domain/accounts/accounts/account.ts'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { findAccount } from '#lib/domain/accounts/accounts/store.ts'
import {
  formatLimit,
  includesAccount,
  includesReturnAddress,
  type KeyLimits,
} from '#lib/domain/keys/api-keys/limits.ts'
import { hasScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { noteKeyUse } from '#lib/domain/keys/api-keys/store.ts'
import { acceptsBackUrl, defaultBackUrl, foreignOrigin } from '#lib/domain/links/return-addresses/back-url.ts'
import { formatGrantUrl } from '#lib/domain/links/sso-grants/grant-link.ts'
import { type GrantRequest, refusedOrigin } from '#lib/domain/links/sso-grants/grant-request.ts'
import { noteLiveGrants, takeRoom } from '#lib/domain/links/sso-grants/grant-room.ts'
import type { issuedGrantSchema } from '#lib/domain/links/sso-grants/schema.ts'
import {
  type GrantHolder,
  grantSeconds,
  maxLiveGrantsPerKey,
  toGrantId,
} from '#lib/domain/links/sso-grants/sso-grant.ts'
import { countLiveGrants, insertGrant } from '#lib/domain/links/sso-grants/store.ts'
import { authorizeToken, type TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import { type Db, isDiskFull } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

const maxAttempts = 3

export type IssuedGrant = Readonly<z.output<typeof issuedGrantSchema> & { grantId: string; secretId: string | null }>

/**
 * Issues a link that opens one account once, within 15 seconds. One statement checks everything and grants; nothing
 * else does. `checkGrantRequest` explains why it did not, or finds the limits that it has to be told about this key.
 * @throws Refusal as `checkGrantRequest` does
 */
export async function issueSsoGrant(
  services: Services,
  holder: GrantHolder,
  request: GrantRequest,
): Promise<IssuedGrant> {
  let counted = holder
  const findLimits = async () => {
    const { limits } = await checkGrantRequest(services, counted, request)
    if (counted.kind === 'program') counted = { ...counted, isCounted: true }
    return limits
  }
  const hasSsoScope = holder.kind === 'person' || hasScope(holder.token.scope, 'sso')
  let limits = hasSsoScope ? unlimited : await findLimits()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const issued = await tryToIssue(services, counted, request, limits)
      if (issued) return issued
    } catch (error) {
      // A full disk undoes every statement of its commit, also one that would have inserted nothing.
      if (isDiskFull(error)) await findLimits()
      throw error
    }
    limits = await findLimits()
  }
  throw new Refusal('temporarily_unavailable', { detail: 'the account or the key keeps changing' })
}

async function tryToIssue(
  { db, env }: Services,
  holder: GrantHolder,
  request: GrantRequest,
  limits: KeyLimits,
): Promise<IssuedGrant | undefined> {
  const token = randomToken()
  const backUrl = request.backUrl ?? defaultBackUrl(env.baseUrl)
  const tokenHash = sha256(token)
  const keyId = holder.kind === 'program' ? holder.token.keyId : null
  const issued = await insertGrant(db, {
    ...(holder.kind === 'person' ? ofUser(holder) : ofClient(holder)),
    tokenHash,
    accountId: request.accountId,
    accountPath: accountPath(request.accountId),
    networks: formatLimit(limits.networks ?? []),
    backUrl,
    origin: foreignOrigin(backUrl, env.baseUrl),
    deepPath: request.deepPath ?? null,
    locale: request.locale ?? null,
    retryOfAt: request.retryOfAt ?? null,
    hasRoom: keyId === null ? 1 : takeRoom(db, keyId),
  })
  if (!issued) return undefined
  const { userId, issuedAt, deepPath, dueKeyId, secretId, live } = issued
  if (keyId !== null && live !== null) noteLiveGrants(db, keyId, live)
  if (dueKeyId !== null) await noteKeyUse(db, dueKeyId, holder.address)
  const params = { userId, timestamp: String(issuedAt), backUrl, deepPath }
  const grantUrl = formatGrantUrl(env.baseUrl, { token, params })
  return { grantId: toGrantId(tokenHash), secretId, grantUrl, expiresIn: grantSeconds }
}

function ofUser({ userId, browserHash }: Extract<GrantHolder, { kind: 'person' }>) {
  return { userId, browserHash, keyId: null, familyId: null, validFrom: null, validUntil: null, isCounted: 0 } as const
}

function ofClient({ token, isCounted = false }: TokenHolder) {
  const { userId, keyId, familyId, issuedAt: validFrom, expiresAt: validUntil } = token
  const checked = isCounted ? (1 as const) : (0 as const)
  return { userId, browserHash: null, keyId, familyId, validFrom, validUntil, isCounted: checked }
}

/** What a grant request refers to, and the limits of the holder's key. */
export type CheckedGrantRequest = Readonly<{ account: Account; backUrl: string; limits: KeyLimits }>

const unlimited: KeyLimits = { accountIds: null, networks: null, returnAddresses: null }

/**
 * Explains why a grant request is refused. It grants nothing: `insertGrant` checks the same again, in one statement.
 * @throws Refusal `invalid_token`; `insufficient_scope`; `invalid_request` if the origin of `backUrl` is not
 *   registered, or the key is limited to others; `access_denied` if the user or the key may not open the account;
 *   `too_many_requests` at 10 000 live grants of a key
 */
export async function checkGrantRequest(
  services: Services,
  holder: GrantHolder,
  request: GrantRequest,
): Promise<CheckedGrantRequest> {
  const { db, env } = services
  const { userId } = holder.kind === 'person' ? holder : holder.token
  const limits = holder.kind === 'person' ? unlimited : (await authorizeToken(services, holder, 'sso')).key.limits
  const backUrl = request.backUrl ?? defaultBackUrl(env.baseUrl)
  if (!includesReturnAddress(limits, foreignOrigin(backUrl, env.baseUrl))) {
    // The response is that of an unregistered origin: it doesn't tell the key which others are registered.
    throw refusedOrigin('origin_outside_key', backUrl)
  }
  if (!(await acceptsBackUrl(db, env.baseUrl, backUrl))) throw refusedOrigin('origin_unregistered', backUrl)
  if (!includesAccount(limits, request.accountId)) {
    throw accessDenied('account_outside_key', request.accountId)
  }
  const account = await findOpenable(db, userId, request.accountId)
  if (!account) throw accessDenied(await denialOf(db, request.accountId), request.accountId)
  if (holder.kind === 'program' && (await countLiveGrants(db, holder.token.keyId)) >= maxLiveGrantsPerKey) {
    throw new Refusal('too_many_requests', { reason: 'too_many_links', retryAfterSeconds: grantSeconds })
  }
  return { account, backUrl, limits }
}

/** The same query whatever the account is, so that the response time says nothing. */
async function denialOf(db: Db, accountId: string): Promise<RefusalReason> {
  const account = await findAccount(db, accountId)
  if (!account) return 'account_unknown'
  return account.suspendedAt === null ? 'account_not_allowed' : 'account_suspended'
}

function accessDenied(reason: RefusalReason, accountId: string): Refusal {
  return new Refusal('access_denied', { reason, reasonFacts: { accountId } })
}
