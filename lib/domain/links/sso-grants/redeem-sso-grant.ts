import { type Opening, prepareSession } from '#lib/domain/accounts/account-sessions/open-account-session.ts'
import { foreignOrigin } from '#lib/domain/links/return-addresses/back-url.ts'
import { describeRedemption, describeRefusal, grantActor } from '#lib/domain/links/sso-grants/grant-event.ts'
import { noteGrant } from '#lib/domain/links/sso-grants/note-grant.ts'
import { invalidateGrant, redeemGrant } from '#lib/domain/links/sso-grants/redemption-store.ts'
import { checkGrant, type GrantEntry, type SsoGrant } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { type FoundGrant, findGrant } from '#lib/domain/links/sso-grants/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { GrantRefusal } from '#lib/foundation/buffers/grant-notes.ts'
import { countUse } from '#lib/foundation/buffers/usage-counts.ts'
import { isUniqueViolation } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** Each attempt but the last lost to another opening of the same account in the same browser. */
const maxAttempts = 20

/** A grant that opened nothing, for a browser with an unedited link. */
export type RefusedGrant = Readonly<{ kind: 'redeemed' | 'expired' | 'revoked' | 'other_browser'; grant: SsoGrant }>

/** One answer for unknown, edited and invalidated links. */
type UnknownGrant = Readonly<{ kind: 'unknown'; reason: RefusalReason; keyId: string | null }>

export type Redemption = Opening | RefusedGrant | UnknownGrant

/**
 * Redeems a grant once, within its 15 seconds, while everything that it depends on is still valid, and opens its
 * account session. `redeemGrant` decides; what is read around it only refuses. On database errors nothing is spent.
 * @returns refusals, because some of them write an audit event
 */
export async function redeemSsoGrant(services: Services, anonymous: Anonymous, entry: GrantEntry): Promise<Redemption> {
  const tokenHash = sha256(entry.token)
  const redemption = await redeemOrRefuse(services, anonymous, entry, tokenHash)
  const refusal = refusals[redemption.kind]
  if (refusal) noteGrant(services, anonymous, { tokenHash, refusal })
  return redemption
}

/** What receipts tell of a refusal; an invalidation writes its own. */
const refusals: Readonly<Partial<Record<Redemption['kind'], GrantRefusal>>> = {
  redeemed: 'already_used',
  expired: 'expired',
  other_browser: 'other_browser',
}

async function redeemOrRefuse(
  services: Services,
  anonymous: Anonymous,
  entry: GrantEntry,
  tokenHash: string,
): Promise<Redemption> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Read without a lock: a flood of invented or old links never waits for the writer.
    const found = await findGrant(services.db, tokenHash, entry.browserHash)
    if (!found) return { kind: 'unknown', reason: 'link_unknown', keyId: null }
    const { grant, networks } = found
    const verdict = checkGrant(grant, entry)
    if (verdict === 'invalidated') return { kind: 'unknown', reason: 'link_invalidated', keyId: grant.keyId }
    if (verdict === 'tampered') {
      await invalidate(services, anonymous, { tokenHash, grant, networks, reason: 'tampered' })
      return { kind: 'unknown', reason: 'link_edited', keyId: grant.keyId }
    }
    if (verdict !== 'redeemable') return { kind: verdict, grant }
    const isRevoked =
      attempt > 0 && (await invalidate(services, anonymous, { tokenHash, grant, networks, reason: 'withdrawn' }))
    if (isRevoked) return { kind: 'revoked', grant }
    const opening = await tryToRedeem(services, anonymous, entry, found)
    if (opening) return opening
  }
  throw new Refusal('temporarily_unavailable', { detail: 'too many concurrent openings in one browser' })
}

/** @returns undefined if nothing has changed: the grant is no longer valid, or another opening was faster */
async function tryToRedeem(
  services: Services,
  anonymous: Anonymous,
  { token, params, browserHash }: GrantEntry,
  { grant, isOccupied, networks }: FoundGrant,
): Promise<Opening | undefined> {
  const { db, keys, env } = services
  const { accountId, keyId, familyId, locale } = grant
  const target = { ...params, accountId, keyId, familyId, locale, browserHash }
  const { opening, session } = await prepareSession(db, target, { isOccupied, masterId: keys.current.id })
  const link = { ...params, tokenHash: sha256(token), origin: foreignOrigin(grant.backUrl, env.baseUrl) }
  const redemption = { ...session, ...link, networks, network: toClientNetwork(anonymous.address) }
  try {
    const record = { actor: grantActor(grant, anonymous), event: describeRedemption(grant) }
    if (!(await redeemGrant(db, redemption, record))) return undefined
    countUse(services, 'account-opened', keyId === null ? undefined : { keyId, secretId: grant.secretId ?? '' })
    return opening
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

type Invalidation = Pick<FoundGrant, 'grant' | 'networks'> &
  Readonly<{ tokenHash: string; reason: 'tampered' | 'withdrawn' }>

/** @returns whether this call invalidated the grant; `withdrawn` applies only to a grant that is no longer allowed */
async function invalidate(
  { db, env }: Services,
  anonymous: Anonymous,
  { tokenHash, grant, networks, reason }: Invalidation,
): Promise<boolean> {
  const allowance = { origin: foreignOrigin(grant.backUrl, env.baseUrl), networks }
  const unlessAllowed = reason === 'withdrawn' ? allowance : undefined
  const refused = { tokenHash, refusal: reason === 'withdrawn' ? 'revoked' : reason } as const
  const network = toClientNetwork(anonymous.address)
  return db.transaction().execute(async (trx) => {
    if (!(await invalidateGrant(trx, { ...refused, network }, unlessAllowed))) return false
    await recordEvent(trx, anonymous, describeRefusal(grant, reason))
    return true
  })
}
