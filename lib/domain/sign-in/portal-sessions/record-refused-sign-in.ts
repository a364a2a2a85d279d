import { type User, userEvent } from '#lib/domain/people/users/user.ts'
import { toSubject } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import {
  addToNetwork,
  insertNetwork,
  type RefusedSignIns,
  reserveFailure,
  takeOldNetworks,
} from '#lib/domain/sign-in/portal-sessions/sign-in-failures-store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Anonymous } from '#lib/foundation/authorization/actor.ts'
import type { Database, DbTransaction } from '#lib/foundation/db/database.ts'
import { newRequestId, toClientNetwork } from '#lib/kernel/request-context.ts'

/** Audit events of refused sign-ins per window, for users and for unknown names each: a botnet can cause any number. */
export const maxRecordedRefusals = 500
/** Networks with their own summary per window. The others share one. */
export const maxSummarizedNetworks = 100
/** The row that counts for every network beyond {@link maxSummarizedNetworks}. */
const otherNetworks = ''

type Refused = Readonly<{
  user: Pick<User, 'id' | 'name'> | undefined
  reason: string
  failures: number
  /** The label of the provider that it came through. */
  provider?: string
}>

/** Records a refused sign-in: with its own audit event within the limit, otherwise in the summary of its network. */
export async function recordRefusedSignIn(
  trx: DbTransaction,
  anonymous: Anonymous,
  { user, ...details }: Refused,
): Promise<void> {
  const budget = toSubject('recorded', user ? 'user' : 'unknown name')
  if (await reserveFailure(trx, budget, maxRecordedRefusals)) {
    await recordEvent(trx, anonymous, userEvent('portal_session.refused', user, details))
  } else await addToSummary(trx, toClientNetwork(anonymous.address))
}

/** Adds a sign-in that a limit refused to the summary of its network. */
export async function countRefusedSignIn(db: Database, anonymous: Anonymous): Promise<void> {
  const network = toClientNetwork(anonymous.address)
  if (await addToNetwork(db, network)) return
  await db.transaction().execute((trx) => addToSummary(trx, network))
}

async function addToSummary(trx: DbTransaction, network: string): Promise<void> {
  if (await addToNetwork(trx, network)) return
  const hasRoom = await reserveFailure(trx, toSubject('summarized networks'), maxSummarizedNetworks)
  await insertNetwork(trx, hasRoom ? network : otherNetworks)
}

/** Turns the count of each network with a closed window into one audit event. @returns how many */
export function sweepRefusedSignIns(db: Database, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const refused = await takeOldNetworks(trx, limit)
    for (const each of refused) await recordSummary(trx, each)
    return refused.length
  })
}

async function recordSummary(trx: DbTransaction, { network, failures }: RefusedSignIns): Promise<void> {
  const actor = { kind: 'visitor', address: network, requestId: newRequestId() } as const
  const details: Readonly<Record<string, string | number>> =
    network === otherNetworks
      ? { reason: 'beyond_limit_elsewhere', attempts: failures }
      : { reason: 'beyond_limit', network, attempts: failures }
  await recordEvent(trx, actor, userEvent('portal_session.refused', undefined, details))
}
