import { findUnknownIds } from '#lib/domain/accounts/accounts/store.ts'
import { accessRequestEvent, type ReviewedAccessRequest } from '#lib/domain/people/access-requests/access-request.ts'
import { type AccessDecision, accessDecisionSchema } from '#lib/domain/people/access-requests/schema.ts'
import {
  countPendingRequests,
  decidePending,
  findPendingRequest,
  listDecidedRequests,
  listPendingRequests,
} from '#lib/domain/people/access-requests/store.ts'
import { grantAccountAccess } from '#lib/domain/people/users/account-access-store.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const maxListed = 50
const maxCounted = 1_000

export type AccessRequestList = Readonly<{
  /** A page, oldest first. */
  pending: readonly ReviewedAccessRequest[]
  /** The `after` of the next page; null on the last one. */
  next: string | null
  /** Newest first. */
  decided: readonly ReviewedAccessRequest[]
}>

/**
 * A page of the pending requests, and those decided last.
 * @param after the ID of the last request of the page before, which may be decided by now
 * @throws Refusal `forbidden`
 */
export async function listAccessRequests({ db }: Services, actor: Actor, after?: string): Promise<AccessRequestList> {
  requireManager(actor)
  const [found, decided] = await Promise.all([
    listPendingRequests(db, maxListed + 1, after),
    listDecidedRequests(db, maxListed),
  ])
  const pending = found.slice(0, maxListed)
  return { pending, next: found.length > maxListed ? (pending.at(-1)?.id ?? null) : null, decided }
}

/** How many requests are pending, up to {@link maxCounted}. @throws Refusal `forbidden` */
export async function countPendingAccessRequests({ db }: Services, actor: Actor): Promise<number> {
  requireManager(actor)
  return countPendingRequests(db, maxCounted)
}

/** Undefined for a request that isn't pending. @throws Refusal `forbidden` */
export async function findAccessRequest(
  { db }: Services,
  actor: Actor,
  id: string,
): Promise<ReviewedAccessRequest | undefined> {
  requireManager(actor)
  return findPendingRequest(db, id)
}

/**
 * Approves or declines a pending request. An approval adds the account to the user's list, effective at the next
 * request.
 * @throws Refusal `forbidden`; `confirmation_required`; `conflict` if it is no longer pending, for example because
 *   another manager decided it first; `input_invalid`: `decision` is `unknown` if the approved account does not exist
 */
export async function decideAccessRequest(services: Services, actor: Actor, input: AccessDecision): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { requestId, decision, note } = parseInput(accessDecisionSchema, input)
  await services.db.transaction().execute(async (trx) => {
    const userId = (await findPendingRequest(trx, requestId))?.user.id
    if (userId === undefined) throw new Refusal('conflict')
    // Before the request's row, in the order of every change to a user's access.
    await lockUser(trx, userId)
    const user = await getManagedUser(trx, actor, { id: userId })
    const decided = await decidePending(trx, {
      id: requestId,
      decision,
      decidedBy: actorId(actor),
      note: note === '' ? null : note,
    })
    if (!decided) throw new Refusal('conflict')
    const { accountId } = decided
    if (decision === 'approved') await giveAccess(trx, user, accountId)
    await recordEvent(trx, actor, accessRequestEvent(`access_request.${decision}`, user, { accountId, text: note }))
    const facts = { account: accountId, decision, by: actor.kind === 'person' ? actor.name : '', note }
    await queueMail(services, trx, { kind: 'access_decided', facts, to: { userId } })
  })
}

/** @throws Refusal `input_invalid` if there is no such account */
async function giveAccess(trx: DbTransaction, { id, accountScope }: User, accountId: string): Promise<void> {
  const [unknown] = await findUnknownIds(trx, [accountId])
  if (unknown !== undefined) throw new Refusal('input_invalid', { fields: { decision: 'unknown' } })
  if (accountScope === 'list') await grantAccountAccess(trx, id, [accountId])
}
