import type { Opening } from '#lib/account-sessions/open-account-session.ts'
import type { Anonymous } from '#lib/actor.ts'
import { eventInStatement } from '#lib/audit/record-event.ts'
import { randomToken, sha256, timedId } from '#lib/crypto.ts'
import { isUniqueViolation } from '#lib/db/database.ts'
import { changesSeveralTables } from '#lib/db/several-changes.ts'
import { readBackUrlOrigin } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import { describeRedemption, grantActor } from '#lib/sso-grants/grant-event.ts'
import { redeemGrantWhole } from '#lib/sso-grants/redemption-store.ts'
import type { GrantEntry, SsoGrant } from '#lib/sso-grants/sso-grant.ts'

/**
 * Redeems a grant, opens its session and records both in one statement, for the usual case: all is well.
 * @returns undefined where something is in the way, and nothing has changed: a transaction finds out what
 */
export async function redeemAtOnce(
  { db, env, keys }: Services,
  visitor: Anonymous,
  entry: GrantEntry,
  grant: SsoGrant,
): Promise<Opening | undefined> {
  if (!changesSeveralTables(db)) return undefined
  const { accountId, deepPath, keyId, familyId, locale } = grant
  const secret = randomToken()
  const origin = readBackUrlOrigin(grant.backUrl) ?? ''
  try {
    const isOpened = await redeemGrantWhole(db, {
      ...eventInStatement.values(grantActor(grant, visitor), describeRedemption(grant)),
      ...entry.hints,
      ...{ tokenHash: sha256(entry.token), browserHash: entry.browserHash },
      ...{ sessionId: timedId('ases'), secretHash: sha256(secret), masterId: keys.current.id },
      ...{ accountId, keyId, familyId, locale },
      origin: origin === env.baseUrl ? null : origin,
    })
    return isOpened ? { kind: 'opened', accountId, deepPath, secret } : undefined
  } catch (error) {
    // In this browser the same account was opened at the same moment: one after the other they both can be.
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
