import { sql } from 'kysely'
import {
  type AccessRequest,
  accessRequestRetentionMs,
  type Decision,
  type ReviewedAccessRequest,
} from '#lib/domain/people/access-requests/access-request.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'

type NewRow = Readonly<{ id: string; userId: string; accountId: string; reason: string }>

/** @returns false if the user's request for this account is pending already: nothing is stored */
export async function insertRequest(db: Db, { id, userId, accountId, reason }: NewRow): Promise<boolean> {
  const inserted = await db
    .insertInto('access_requests')
    .values({ id, user_id: userId, account_id: accountId, reason, requested_at: nowMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).where('decided_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function countPendingOf(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('access_requests').where('user_id', '=', userId).where('decided_at', 'is', null))
}

type DecisionRow = Readonly<{ id: string; decision: Decision; decidedBy: string; note: string | null }>

/** Decides a pending request: of concurrent decisions one succeeds. @returns undefined if it isn't pending */
export async function decidePending(
  db: Db,
  { id, decision, decidedBy, note }: DecisionRow,
): Promise<Readonly<{ userId: string; accountId: string }> | undefined> {
  return db
    .updateTable('access_requests')
    .set({ decision, decided_at: nowMs, decided_by: decidedBy, note })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .returning(['user_id as userId', 'account_id as accountId'])
    .executeTakeFirst()
}

/** The user's requests, newest first. */
export async function listRequestsOf(db: Db, userId: string, limit: number): Promise<AccessRequest[]> {
  return db
    .selectFrom('access_requests as r')
    .select(requestColumns)
    .where('r.user_id', '=', userId)
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .execute()
}

/** The pending requests of active agents, oldest first. @param after the ID of the request that they follow */
export async function listPendingRequests(
  db: Db,
  limit: number,
  after: string | undefined,
): Promise<ReviewedAccessRequest[]> {
  let query = pendingRequests(db).orderBy('r.requested_at').orderBy('r.id').limit(limit)
  if (after !== undefined) {
    const place = db.selectFrom('access_requests').select(['requested_at', 'id']).where('id', '=', after)
    query = query.where(sql<boolean>`(r.requested_at, r.id) > ${place}`)
  }
  return (await query.execute()).map(toReviewed)
}

/** How many {@link listPendingRequests} finds. */
export async function countPendingRequests(db: Db, limit: number): Promise<number> {
  const pending = pendingRequests(db).limit(limit)
  return countRows(db.selectFrom(pending.as('pending')))
}

/** The requests that were decided last, of users in any state. */
export async function listDecidedRequests(db: Db, limit: number): Promise<ReviewedAccessRequest[]> {
  const last = db
    .selectFrom('access_requests')
    .select('id')
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const rows = await reviewedRequests(db)
    .where('r.id', 'in', last)
    .orderBy('r.decided_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return rows.map(toReviewed)
}

export async function findPendingRequest(db: Db, id: string): Promise<ReviewedAccessRequest | undefined> {
  const row = await pendingRequests(db).where('r.id', '=', id).executeTakeFirst()
  return row && toReviewed(row)
}

export async function deleteOldRequests(db: Db, limit: number): Promise<number> {
  const instant = sql.raw('coalesce(decided_at, requested_at)')
  return deleteOldest(db, 'access_requests', { instant, retentionMs: accessRequestRetentionMs, limit })
}

const requestColumns = [
  'r.id',
  'r.account_id as accountId',
  'r.reason',
  'r.requested_at as requestedAt',
  'r.decision',
  'r.decided_at as decidedAt',
  'r.note',
] as const

/** The pending requests of users who are still active agents: managers open all accounts. */
function pendingRequests(db: Db) {
  return (
    reviewedRequests(db)
      .where('r.decided_at', 'is', null)
      // An expression, so that a plan starts with the waiting requests, not with all agents.
      .where(sql<string>`u.role || ''`, '=', 'agent')
      .where('u.deactivated_at', 'is', null)
  )
}

function reviewedRequests(db: Db) {
  return db
    .selectFrom('access_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('accounts as a', 'a.id', 'r.account_id')
    .leftJoin('users as d', 'd.id', 'r.decided_by')
    .select(requestColumns)
    .select(['u.id as userId', 'u.name as userName', 'u.username', 'a.name as accountName', 'd.name as decidedByName'])
}

type ReviewedRow = Awaited<ReturnType<ReturnType<typeof reviewedRequests>['executeTakeFirstOrThrow']>>

function toReviewed({ userId, userName, username, ...request }: ReviewedRow): ReviewedAccessRequest {
  return { ...request, user: { id: userId, name: userName, username } }
}
