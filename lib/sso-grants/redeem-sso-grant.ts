import type { Transaction } from 'kysely'
import { type Opening, openAccountSession } from '#lib/account-sessions/open-account-session.ts'
import { findOpenableAccount } from '#lib/accounts/find-openable-account.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { sha256 } from '#lib/crypto.ts'
import type { Db } from '#lib/db/database.ts'
import type { Tables } from '#lib/db/schema.ts'
import { acceptsBackUrl } from '#lib/return-addresses/accepts-back-url.ts'
import type { Services } from '#lib/services.ts'
import { describeRedemption, describeRefusal, grantActor } from '#lib/sso-grants/grant-event.ts'
import { type GrantEntry, type GrantState, judgeGrant, type SsoGrant } from '#lib/sso-grants/sso-grant.ts'
import { burnGrant, findGrant, redeemGrant, withdrawRedemption } from '#lib/sso-grants/store.ts'
import type { Visitor } from '#lib/users/actor.ts'

/** A grant that opened nothing, for whoever holds its untampered link. */
export type RefusedGrant = Readonly<{ kind: 'redeemed' | 'expired' | 'withdrawn' | 'other_browser'; grant: SsoGrant }>

/** `unknown` is the one answer to everybody who does not. */
export type Redemption = Opening | RefusedGrant | Readonly<{ kind: 'unknown' }>

/**
 * Opens the account session that a grant stands for: once, within its 15 seconds, while everything it was made for
 * still holds. Refusals are returned, since some of them are written down; database trouble is thrown, and then
 * nothing is spent.
 */
export async function redeemSsoGrant(services: Services, visitor: Visitor, entry: GrantEntry): Promise<Redemption> {
  const tokenHash = sha256(entry.token)
  // Read before anything is locked: a flood of invented or old links never waits for the writer.
  const grant = await findGrant(services.db, tokenHash)
  const verdict = grant ? judgeGrant(grant, entry) : 'burned'
  if (!grant || verdict === 'burned') return { kind: 'unknown' }
  if (verdict !== 'tampered' && verdict !== 'redeemable') return { kind: verdict, grant }
  return services.db
    .transaction()
    .execute((trx) =>
      verdict === 'tampered'
        ? burnTampered(trx, visitor, tokenHash, grant)
        : redeem(trx, { services, visitor, tokenHash, entry }),
    )
}

type Attempt = Readonly<{ services: Services; visitor: Visitor; tokenHash: string; entry: GrantEntry }>

async function redeem(trx: Transaction<Tables>, { services, visitor, tokenHash, entry }: Attempt): Promise<Redemption> {
  const isOurs = await redeemGrant(trx, tokenHash, entry)
  const grant = await findGrant(trx, tokenHash)
  if (!grant) return { kind: 'unknown' }
  // Somebody was faster, or the last millisecond has passed since the grant was read.
  if (!isOurs) return isOver(grant.state) ? { kind: grant.state, grant } : { kind: 'unknown' }
  if (!(await stillStands(trx, services.env.baseUrl, grant))) {
    await withdrawRedemption(trx, tokenHash)
    await recordEvent(trx, visitor, describeRefusal(grant, 'withdrawn'))
    return { kind: 'withdrawn', grant }
  }
  const { browserHash } = entry
  const opening = await openAccountSession(trx, { ...grant, browserHash }, services.keys.current.id)
  await recordEvent(trx, grantActor(grant, visitor), describeRedemption(grant))
  return opening
}

function isOver(state: GrantState): state is 'redeemed' | 'expired' {
  return state === 'redeemed' || state === 'expired'
}

/** Whether everything that was checked at the issue is still so. */
async function stillStands(db: Db, baseUrl: string, grant: SsoGrant): Promise<boolean> {
  return (
    grant.hasGoodCredential &&
    (await acceptsBackUrl(db, baseUrl, grant.backUrl)) &&
    (await findOpenableAccount(db, grant.userId, grant.accountId)) !== undefined
  )
}

/** Somebody has the token and changes what goes with it: nobody shall open this link. */
async function burnTampered(
  trx: Transaction<Tables>,
  visitor: Visitor,
  tokenHash: string,
  grant: SsoGrant,
): Promise<Redemption> {
  if (await burnGrant(trx, tokenHash)) await recordEvent(trx, visitor, describeRefusal(grant, 'tampered'))
  return { kind: 'unknown' }
}
