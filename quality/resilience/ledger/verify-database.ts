import { checkJournal } from '#lib/domain/events/journal/check-journal.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import type { Faults } from '../resilience-test.ts'
import { type AcknowledgedState, generationOf } from './acknowledged-state.ts'
import { verifySecrets } from './verify-secrets.ts'

/** Compares the acknowledged state with the rows, audit events and journal of the database. */
export async function verifyDatabase(services: Services, state: AcknowledgedState, faults: Faults): Promise<void> {
  const { db } = services
  await verifyFamilies(db, state, faults)
  await verifyGrants(db, state, faults)
  await verifyKeys(db, state, faults)
  await verifySecrets(services, state, faults)
  await verifyEvents(db, state, faults)
  await verifyJournal(services, faults)
}

type Db = Services['db']

async function verifyFamilies(db: Db, state: AcknowledgedState, faults: Faults): Promise<void> {
  const rows = await db.selectFrom('refresh_families').select(['id', 'generation', 'revoked_at']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const family of state.families.values()) {
    const row = byId.get(family.id)
    const known = generationOf(family.newest)
    const latest = known + (state.unsure.has(family.id) ? 1 : 0)
    if (!row) faults.add('lost: the row of a family', family.id)
    else if (row.generation < known) faults.add('lost: a rotation', `${family.id}: ${row.generation} of ${known}`)
    else if (row.generation > latest) faults.add('an unrequested rotation', `${family.id}: ${row.generation}`)
    else if (family.reuseRequestId !== undefined && row.revoked_at === null) {
      faults.add('resurrected: a revoked family', family.id)
    }
  }
}

async function verifyGrants(db: Db, state: AcknowledgedState, faults: Faults): Promise<void> {
  const rows = await db.selectFrom('sso_grants').select(['token_hash', 'redeemed_at']).execute()
  const byHash = new Map(rows.map((row) => [row.token_hash, row.redeemed_at]))
  for (const grant of state.grants.values()) {
    const redeemedAt = byHash.get(sha256(new URL(grant.url).searchParams.get('token') ?? ''))
    if (redeemedAt === undefined) faults.add('lost: the row of a link', grant.accountId)
    else if (redeemedAt === null && grant.opening) faults.add('resurrected: a used link', grant.accountId)
  }
}

async function verifyKeys(db: Db, state: AcknowledgedState, faults: Faults): Promise<void> {
  const users = await db.selectFrom('users').select(['id', 'deactivated_at']).execute()
  const deactivatedAt = new Map(users.map((row) => [row.id, row.deactivated_at]))
  for (const user of state.users.values()) {
    const instant = deactivatedAt.get(user.id)
    if (instant === undefined) faults.add('lost: a user', user.id)
    else if (user.deactivated && instant === null) faults.add('resurrected: a user', user.id)
  }
  const keys = await db.selectFrom('api_keys').select(['id', 'revoked_at']).execute()
  const revokedAt = new Map(keys.map((row) => [row.id, row.revoked_at]))
  for (const key of state.keys.values()) {
    const instant = revokedAt.get(key.id)
    if (instant === undefined) faults.add('lost: a key', key.id)
    else if (key.revoked && instant === null) faults.add('resurrected: a key', key.id)
  }
}

async function verifyEvents(db: Db, state: AcknowledgedState, faults: Faults): Promise<void> {
  const rows = await db.selectFrom('audit_events').select(['kind', 'request_id', 'subject_id', 'details']).execute()
  const told = new Set(rows.flatMap((row) => [`${row.kind} ${row.request_id}`, `${row.kind} ${row.subject_id}`]))
  const expect = (event: string) => {
    if (!told.has(event)) faults.add('lost: an event', event)
  }
  for (const { opening } of state.grants.values()) if (opening) expect(`sso_grant.redeemed ${opening.requestId}`)
  for (const { reuseRequestId } of state.families.values()) {
    if (reuseRequestId !== undefined) expect(`refresh_family.revoked ${reuseRequestId}`)
  }
  for (const { id, deactivated } of state.users.values()) {
    expect(`user.created ${id}`)
    if (deactivated) expect(`user.deactivated ${id}`)
  }
  const activated = rows.filter(({ kind }) => kind === 'api_key.secret_activated')
  const secretIds = activated.map(({ details }) => JSON.parse(details).secretId)
  if (new Set(secretIds).size < secretIds.length) faults.add('invented: a second first use of a secret')
  for (const { id, revoked, ended } of state.keys.values()) {
    expect(`api_key.generated ${id}`)
    if (activated.filter(({ subject_id }) => subject_id === id).length < ended.length)
      faults.add('lost: an event', `api_key.secret_activated ${id}`)
    if (revoked) expect(`api_key.revoked ${id}`)
  }
}

/** Every event is in the journal once or waits for it, and the chain has neither gap nor fork. */
async function verifyJournal(services: Services, faults: Faults): Promise<void> {
  const sealed = services.db.selectFrom('journal_entries').select('event_id')
  const lost = await services.db
    .selectFrom('audit_events')
    .select('id')
    .where('id', 'not in', sealed)
    .where('id', 'not in', services.db.selectFrom('unsealed_events').select('event_id'))
    .execute()
  for (const { id } of lost) faults.add('lost: an entry of the journal', id)
  const twice = await sealed
    .groupBy('event_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  for (const { event_id } of twice) faults.add('sealed twice', event_id)
  const verdict = await checkJournal(services, operator('resilience test', 'req_resilience'), undefined)
  if ('problem' in verdict) faults.add('a broken journal', `${verdict.problem}, entry ${verdict.seq}`)
}
