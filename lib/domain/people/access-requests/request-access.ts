import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import {
  type AccessRequest,
  accessRequestEvent,
  maxPending,
} from '#lib/domain/people/access-requests/access-request.ts'
import { type NewAccessRequest, newAccessRequestSchema } from '#lib/domain/people/access-requests/schema.ts'
import { countPendingOf, insertRequest, listRequestsOf } from '#lib/domain/people/access-requests/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager, managersOf } from '#lib/foundation/authorization/permissions.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import { queueMail } from '#lib/foundation/mails/queue-mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const maxListed = 50

/**
 * Requests access to the account with exactly this ID. The outcome is the same whether the account exists, is suspended
 * or does not exist, so that requests reveal no IDs. A repetition of a pending request changes nothing.
 * @throws Refusal `forbidden` for managers, who open all accounts; `input_invalid`: `accountId` is `open` if the user
 *   may open it already, and `too_many` if {@link maxPending} requests are pending
 */
export async function requestAccess(services: Services, actor: PortalUser, input: NewAccessRequest): Promise<void> {
  if (isManager(actor.role)) throw new Refusal('forbidden')
  const { accountId, reason } = parseInput(newAccessRequestSchema, input)
  const { userId } = actor
  await services.db.transaction().execute(async (trx) => {
    await takeLock(trx, `access requests of ${userId}`)
    if (await findOpenable(trx, userId, accountId)) throw refuseAccountId('open')
    if (!(await insertRequest(trx, { id: randomId('areq'), userId, accountId, reason }))) return
    // After the insert: a repetition is no further request.
    if ((await countPendingOf(trx, userId)) > maxPending) throw refuseAccountId('too_many')
    const event = accessRequestEvent(
      'access_request.created',
      { id: userId, name: actor.name },
      { accountId, text: reason },
    )
    await recordEvent(trx, actor, event)
    const facts = { user: actor.name, account: accountId, note: reason }
    await queueMail(services, trx, {
      kind: 'access_requested',
      facts,
      actorId: userId,
      to: { roles: managersOf('agent') },
    })
  })
}

/** The user's own requests and their outcomes, newest first. */
export async function listOwnAccessRequests(
  { db }: Services,
  { userId }: PortalUser,
): Promise<readonly AccessRequest[]> {
  return listRequestsOf(db, userId, maxListed)
}

function refuseAccountId(problem: 'open' | 'too_many'): Refusal {
  return new Refusal('input_invalid', { fields: { accountId: problem } })
}
