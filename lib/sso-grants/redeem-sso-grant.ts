import type { Transaction } from 'kysely'
import { type Opening, openAccountSession } from '#lib/account-sessions/open-account-session.ts'
import type { Anonymous } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { sha256 } from '#lib/crypto.ts'
import type { Tables } from '#lib/db/tables.ts'
import { readBackUrlOrigin } from '#lib/return-addresses/back-url.ts'
import type { Services } from '#lib/services.ts'
import { describeRedemption, describeRefusal, grantActor } from '#lib/sso-grants/grant-event.ts'
import { redeemAtOnce } from '#lib/sso-grants/redeem-at-once.ts'
import { redeemGrant } from '#lib/sso-grants/redemption-store.ts'
import { type GrantEntry, judgeGrant, type SsoGrant } from '#lib/sso-grants/sso-grant.ts'
import { burnGrant, findGrant, withdrawRedemption } from '#lib/sso-grants/store.ts'

/** A grant that opened nothing, for whoever holds its untampered link. */
export type RefusedGrant = Readonly<{ kind: 'redeemed' | 'expired' | 'withdrawn' | 'other_browser'; grant: SsoGrant }>

/** `unknown` is the one answer to everybody who does not. */
export type Redemption = Opening | RefusedGrant | Readonly<{ kind: 'unknown' }>

/**
 * Opens the account session that a grant stands for: once, within its 15 seconds, while everything it was made for
 * still holds. Refusals are returned, since some of them are written down; database trouble is thrown, and then
 * nothing is spent.
 */
export async function redeemSsoGrant(services: Services, visitor: Anonymous, entry: GrantEntry): Promise<Redemption> {
  const tokenHash = sha256(entry.token)
  // Read before anything is locked: a flood of invented or old links never waits for the writer.
  const grant = await findGrant(services.db, tokenHash)
  const verdict = grant ? judgeGrant(grant, entry) : 'burned'
  if (!grant || verdict === 'burned') return { kind: 'unknown' }
  if (verdict !== 'tampered' && verdict !== 'redeemable') return { kind: verdict, grant }
  const opening = verdict === 'redeemable' ? await redeemAtOnce(services, visitor, entry, grant) : undefined
  if (opening) return opening
  return services.db
    .transaction()
    .execute((trx) =>
      verdict === 'tampered'
        ? burnTampered(trx, visitor, tokenHash, grant)
        : redeem(trx, { services, visitor, tokenHash, entry, grant }),
    )
}

type Attempt = Readonly<{
  services: Services
  visitor: Anonymous
  tokenHash: string
  entry: GrantEntry
  grant: SsoGrant
}>

async function redeem(
  trx: Transaction<Tables>,
  { services, visitor, tokenHash, entry, grant }: Attempt,
): Promise<Redemption> {
  const origin = readBackUrlOrigin(grant.backUrl) ?? ''
  const redeemed = await redeemGrant(trx, tokenHash, entry, origin)
  if (!redeemed) return judgeLoser(trx, tokenHash)
  const mayReturn = redeemed.isRegistered || origin === services.env.baseUrl
  if (!redeemed.hasGoodCredential || !redeemed.isOpenable || !mayReturn) {
    await withdrawRedemption(trx, tokenHash)
    await recordEvent(trx, visitor, describeRefusal(grant, 'withdrawn'))
    return { kind: 'withdrawn', grant }
  }
  const { browserHash } = entry
  const opening = await openAccountSession(trx, { ...grant, browserHash }, services.keys.current.id)
  await recordEvent(trx, grantActor(grant, visitor), describeRedemption(grant))
  return opening
}

/** Somebody was faster, or the last millisecond has passed since the grant was read. */
async function judgeLoser(trx: Transaction<Tables>, tokenHash: string): Promise<Redemption> {
  const grant = await findGrant(trx, tokenHash)
  return grant?.state === 'redeemed' || grant?.state === 'expired' ? { kind: grant.state, grant } : { kind: 'unknown' }
}

/** Somebody has the token and changes what goes with it: nobody shall open this link. */
async function burnTampered(
  trx: Transaction<Tables>,
  visitor: Anonymous,
  tokenHash: string,
  grant: SsoGrant,
): Promise<Redemption> {
  if (await burnGrant(trx, tokenHash)) await recordEvent(trx, visitor, describeRefusal(grant, 'tampered'))
  return { kind: 'unknown' }
}
