import type { z } from 'zod'
import { type Account, accountPath } from '#lib/accounts/account.ts'
import { findOpenableAccount } from '#lib/accounts/find-openable-account.ts'
import { mayOpen } from '#lib/api-keys/limits.ts'
import { randomToken, sha256 } from '#lib/crypto.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { unacceptableField } from '#lib/http/form-body.ts'
import { acceptsBackUrl } from '#lib/return-addresses/accepts-back-url.ts'
import { defaultBackUrl } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import { formatGrantUrl } from '#lib/sso-grants/grant-link.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'
import { grantSeconds, type issuedGrantSchema } from '#lib/sso-grants/schema.ts'
import type { GrantHolder, GrantTarget } from '#lib/sso-grants/sso-grant.ts'
import { insertGrant } from '#lib/sso-grants/store.ts'

/** The locale of a grant where neither the request nor the account names one. */
const defaultLocale = 'en-us'

export type IssuedGrant = Readonly<z.output<typeof issuedGrantSchema>>

/**
 * Makes a link that opens one account, once, within 15 seconds, as its holder. The plain token is in the answer and
 * nowhere else.
 * @throws Refusal `invalid_request` naming `backUrl` when its origin is not registered; `access_denied` when the holder
 *   or the key may not open the account, or it is suspended or unknown; `too_many_requests` at 10 000 live grants of a key
 */
export async function issueSsoGrant(
  services: Services,
  holder: GrantHolder,
  request: GrantRequest,
): Promise<IssuedGrant> {
  const { db, env } = services
  const backUrl = request.backUrl ?? defaultBackUrl(env.baseUrl)
  if (!(await acceptsBackUrl(db, env.baseUrl, backUrl))) {
    throw unacceptableField('backUrl', 'its origin is not a return address')
  }
  const account = await findAccountFor(db, holder, request.accountId)
  const target = settleTarget(account, backUrl, request)
  const token = randomToken()
  const { retryOfAt } = request
  const issuedAt = await insertGrant(db, { ...target, tokenHash: sha256(token), holder, retryOfAt })
  if (issuedAt === undefined) {
    throw new Refusal('too_many_requests', { detail: 'too many live grants', retryAfterSeconds: grantSeconds })
  }
  const hints = { userId: holder.userId, timestamp: String(issuedAt), backUrl, deepPath: target.deepPath }
  return { grantUrl: formatGrantUrl(env.baseUrl, { token, hints }), expiresIn: grantSeconds }
}

/** A key's limits are fixed, so that nothing of them is left to be asked when the link is opened. */
async function findAccountFor(db: Db, holder: GrantHolder, accountId: string): Promise<Account> {
  if (holder.kind === 'program' && !mayOpen(holder, accountId)) {
    throw new Refusal('access_denied', { detail: 'the key is limited to other accounts' })
  }
  const account = await findOpenableAccount(db, holder.userId, accountId)
  if (!account) throw new Refusal('access_denied')
  return account
}

function settleTarget(account: Account, backUrl: string, request: GrantRequest): GrantTarget {
  return {
    accountId: account.id,
    backUrl,
    deepPath: request.deepPath ?? account.deepPath ?? accountPath(account.id),
    locale: request.locale ?? account.locale ?? defaultLocale,
  }
}
