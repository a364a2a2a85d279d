import { checkSession, findWithdrawn } from '#lib/domain/accounts/account-sessions/check-session.ts'
import { findSessionStory, listSessionStories } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { hasScope } from '#lib/domain/keys/api-keys/scopes.ts'
import { type GrantReceipt, toReceipt } from '#lib/domain/links/sso-grants/grant-receipt.ts'
import { writeGrantNotes } from '#lib/domain/links/sso-grants/note-grant.ts'
import { findGrantRecord, type GrantSelection, listGrantRecords } from '#lib/domain/links/sso-grants/receipts-store.ts'
import { readGrantId, toGrantId } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { authenticateAccessToken } from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import type { TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import { currentScope } from '#lib/domain/tokens/refresh-tokens/family.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { isManager, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { NewestPlace } from '#lib/kernel/newest-first.ts'

/**
 * The receipt of a grant for the key that requested it, or for a manager's key with the scope `grants:read`.
 * @throws Refusal `invalid_token`; `not_found` for unknown grants and those of others alike
 */
export async function readOwnReceipt(
  services: Services,
  { token, ...context }: TokenHolder,
  grantId: string,
): Promise<GrantReceipt> {
  const family = await authenticateAccessToken(services, context, token)
  const mayReadAll = hasScope(currentScope(family, token.scope), 'grants:read') && isManager(family.owner.role)
  const receipt = await findReceipt(services, grantId)
  if (!receipt || (!mayReadAll && receipt.keyId !== token.keyId)) throw new Refusal('not_found')
  return receipt
}

/** The receipt of a grant, for managers. @throws Refusal `forbidden`, `not_found` */
export async function getReceipt(services: Services, actor: Actor, grantId: string): Promise<GrantReceipt> {
  requireManager(actor)
  const receipt = await findReceipt(services, grantId)
  if (!receipt) throw new Refusal('not_found')
  return receipt
}

/** The receipts that match, the newest first, and where the list goes on. @throws Refusal `forbidden` */
export async function listReceipts(
  services: Services,
  actor: Actor,
  selection: GrantSelection,
): Promise<Readonly<{ receipts: readonly GrantReceipt[]; next: NewestPlace | undefined }>> {
  requireManager(actor, 'grants:read')
  const { db } = services
  await writeGrantNotes(services)
  const { grants, next } = await listGrantRecords(db, selection)
  const ids = grants.map(({ sessionId }) => sessionId).filter((id) => id !== null)
  const sessions = await listSessionStories(db, ids)
  const withdrawn = await findWithdrawn(db, [...sessions.values()])
  const receipts = grants.map((grant) => {
    const session = sessions.get(grant.sessionId ?? '')
    const opened = session && { ...session, isBlocked: withdrawn.has(session.session.id) }
    return toReceipt(toGrantId(grant.tokenHash), grant, opened)
  })
  return { receipts, next }
}

async function findReceipt(services: Services, grantId: string): Promise<GrantReceipt | undefined> {
  const hashStart = readGrantId(grantId)
  if (hashStart === undefined) return undefined
  await writeGrantNotes(services)
  const grant = await findGrantRecord(services.db, hashStart)
  if (!grant) return undefined
  const session = grant.sessionId === null ? undefined : await findSessionStory(services.db, grant.sessionId)
  if (!session) return toReceipt(grantId, grant, undefined)
  const isBlocked = (await checkSession(services.db, session)) === 'withdrawn'
  return toReceipt(grantId, grant, { ...session, isBlocked })
}
