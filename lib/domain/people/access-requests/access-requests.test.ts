import { beforeEach, describe, expect, it } from 'vitest'
import { findOpenable } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accessRequestRetentionMs, maxPending } from '#lib/domain/people/access-requests/access-request.ts'
import {
  countPendingAccessRequests,
  decideAccessRequest,
  listAccessRequests,
} from '#lib/domain/people/access-requests/decide-access-request.ts'
import { listOwnAccessRequests, requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices, testEngine, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let user: User
let agent: PortalUser
let admin: PortalUser
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  await createAccount(services, root, account({ id: 'beta', name: 'Beta' }))
  user = await insertUser(services, { accountScope: 'list', accountIds: ['beta'] })
  agent = personOf(services, user)
  admin = personOf(services, await insertUser(services, { role: 'admin', name: 'Ada' }))
})

async function request(accountId = 'acme'): Promise<string> {
  await requestAccess(services, agent, { accountId, reason: 'Support' })
  return (await listOwnAccessRequests(services, agent)).find((own) => own.accountId === accountId)?.id ?? ''
}

const decide = (requestId: string, decision: string, note = '', at: TestServices = services, actor = admin) =>
  decideAccessRequest(at, actor, { requestId, decision, note })

async function events() {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_id', 'subject_id', 'account_id', 'details'])
    .where('kind', 'like', 'access_request.%')
    .orderBy('at')
    .execute()
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
}

describe('a request', () => {
  it('is shown to its user and to managers, with an audit event', async () => {
    const id = await request()
    const expected = { id, accountId: 'acme', reason: 'Support', decision: null, decidedAt: null, note: null }
    const requestedAt = services.clock.now()
    expect(await listOwnAccessRequests(services, agent)).toEqual([{ ...expected, requestedAt }])
    const { name, username } = user
    const reviewed = { accountName: 'Acme', decidedByName: null, user: { id: user.id, name, username } }
    expect(await listAccessRequests(services, admin)).toEqual({
      pending: [{ ...expected, requestedAt, ...reviewed }],
      next: null,
      decided: [],
    })
    const details = { account: 'acme', note: 'Support' }
    expect(await events()).toEqual([
      { kind: 'access_request.created', actor_id: user.id, subject_id: user.id, account_id: 'acme', details },
    ])
  })

  it('has the same outcome for an active, a suspended and an unknown account', async () => {
    await createAccount(services, root, account({ id: 'gone', name: 'Gone' }))
    await suspendAccount(services, root, 'gone')
    for (const accountId of ['acme', 'gone', 'nowhere']) {
      expect(await requestAccess(services, agent, { accountId, reason: 'Support' })).toBeUndefined()
    }
    const seen = await listOwnAccessRequests(services, agent)
    expect(seen.map(({ id: _, accountId: __, ...outcome }) => outcome)).toEqual(
      Array.from({ length: 3 }, () => ({
        reason: 'Support',
        requestedAt: services.clock.now(),
        decision: null,
        decidedAt: null,
        note: null,
      })),
    )
  })

  it('is stored once while it is pending, also when it is sent twice concurrently', async () => {
    const meeting = meetAfter(services, /latchkey_lock/)
    const sending = [1, 2].map(() => requestAccess(meeting, agent, { accountId: 'acme', reason: 'Support' }))
    expect(await settle(sending)).toEqual(['done', 'done'])
    expect(await listOwnAccessRequests(services, agent)).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  it(`is refused beyond ${maxPending} pending ones, also concurrently, but a repetition is not`, async () => {
    const sending = Array.from({ length: maxPending + 3 }, (_, n) =>
      requestAccess(services, agent, { accountId: `a-${n}`, reason: 'Support' }),
    )
    const outcomes = await settle(sending)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(maxPending)
    const pending = await listOwnAccessRequests(services, agent)
    expect(pending).toHaveLength(maxPending)
    const tooMany = requestAccess(services, agent, { accountId: 'acme', reason: 'Support' })
    await expect(tooMany).rejects.toMatchObject({ code: 'input_invalid', fields: { accountId: 'too_many' } })
    const [first] = pending
    expect(await request(first?.accountId)).toBe(first?.id)
  })

  it.each([
    ['an account that the user may open', { accountId: 'beta', reason: 'Support' }, { accountId: 'open' }],
    ['a malformed ID', { accountId: 'a/b', reason: 'Support' }, { accountId: 'malformed' }],
    ['no reason', { accountId: 'acme', reason: ' \r\n ' }, { reason: 'required' }],
    ['a long reason', { accountId: 'acme', reason: 'x'.repeat(501) }, { reason: 'too_long' }],
    ['control characters', { accountId: 'acme', reason: 'a\u0007b' }, { reason: 'malformed' }],
  ])('is refused with %s', async (_, input, fields) => {
    await expect(requestAccess(services, agent, input)).rejects.toMatchObject({ code: 'input_invalid', fields })
    expect(await listOwnAccessRequests(services, agent)).toEqual([])
  })

  it('is not for managers, and no user sees the requests of another', async () => {
    const asking = requestAccess(services, admin, { accountId: 'acme', reason: 'Support' })
    await expect(asking).rejects.toMatchObject({ code: 'forbidden' })
    await request()
    const other = personOf(services, await insertUser(services, { accountScope: 'list' }))
    expect(await listOwnAccessRequests(services, other)).toEqual([])
  })

  it('is not listed for managers once its user is deactivated', async () => {
    const id = await request()
    expect(await countPendingAccessRequests(services, admin)).toBe(1)
    await deactivateUser(services, root, user.id)
    expect(await countPendingAccessRequests(services, admin)).toBe(0)
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is swept 90 days after the decision, or after the request without one', async () => {
    await request('pending')
    const id = await request()
    services.clock.advance(1)
    await decide(id, 'declined')
    services.clock.advance(accessRequestRetentionMs - 2)
    expect(await sweep(services)).toEqual({})
    services.clock.advance(1)
    expect(await sweep(services)).toEqual({ access_requests: 1 })
    services.clock.advance(1)
    expect(await sweep(services)).toEqual({ access_requests: 1 })
  })
})

describe('a decision', () => {
  it('gives access at the next request, and its user sees the note', async () => {
    const id = await request()
    expect(await findOpenable(services.db, user.id, 'acme')).toBeUndefined()
    services.clock.advance(1)
    await decide(id, 'approved', 'For a week')
    expect((await findOpenable(services.db, user.id, 'acme'))?.id).toBe('acme')
    expect(await listOwnAccessRequests(services, agent)).toMatchObject([{ decision: 'approved', note: 'For a week' }])
    expect(await listAccessRequests(services, admin)).toMatchObject({
      pending: [],
      decided: [{ decidedByName: 'Ada' }],
    })
    expect((await events()).at(-1)).toEqual({
      kind: 'access_request.approved',
      actor_id: admin.userId,
      subject_id: user.id,
      account_id: 'acme',
      details: { account: 'acme', note: 'For a week' },
    })
  })

  it('to decline gives no access, and the user may request again', async () => {
    await decide(await request(), 'declined')
    expect(await findOpenable(services.db, user.id, 'acme')).toBeUndefined()
    await request()
    expect((await listOwnAccessRequests(services, agent)).map((own) => own.decision).sort()).toEqual(['declined', null])
  })

  it('is made once when two managers decide concurrently', async () => {
    const id = await request()
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    const meeting = meetAfter(services, /^select .* from "access_requests"/)
    const deciding = [decide(id, 'approved', '', meeting), decide(id, 'declined', '', meeting, owner)]
    expect((await settle(deciding)).toSorted()).toEqual(['conflict', 'done'])
    const [own] = await listOwnAccessRequests(services, agent)
    const mayOpen = (await findOpenable(services.db, user.id, 'acme')) !== undefined
    expect(mayOpen).toBe(own?.decision === 'approved')
    expect(await events()).toHaveLength(2)
  })

  it('to approve an unknown account is refused, and the request stays pending', async () => {
    const id = await request('nowhere')
    const fields = { decision: 'unknown' }
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: 'input_invalid', fields })
    expect(await countPendingAccessRequests(services, admin)).toBe(1)
    await decide(id, 'declined')
  })

  it('needs a recent confirmation', async () => {
    const id = await request()
    services.clock.advance(confirmationMs)
    await expect(decide(id, 'approved')).rejects.toMatchObject({ code: 'confirmation_required' })
  })
})

/** Pending requests, several at each instant. */
async function insertPending(count: number): Promise<void> {
  const { id } = user
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `areq_${String(n).padStart(4, '0')}`,
    user_id: id,
    account_id: `a-${n}`,
    reason: 'Support',
    requested_at: testStart + Math.floor(n / 7),
  }))
  await services.db.insertInto('access_requests').values(rows).execute()
}

describe('the pages of pending requests', () => {
  it('hold each request once, also when others are decided meanwhile', async () => {
    await insertPending(120)
    const ids: string[] = []
    const sizes: number[] = []
    let after: string | undefined
    for (;;) {
      const page = await listAccessRequests(services, admin, after)
      ids.push(...page.pending.map(({ id }) => id))
      sizes.push(page.pending.length)
      if (page.next === null) break
      after = page.next
      await decide(after, 'declined')
    }
    expect(sizes).toEqual([50, 50, 20])
    expect(ids).toEqual(Array.from({ length: 120 }, (_, n) => `areq_${String(n).padStart(4, '0')}`))
  })

  it('are empty after a request that is unknown', async () => {
    await insertPending(1)
    expect(await listAccessRequests(services, admin, 'areq_gone')).toMatchObject({ pending: [], next: null })
  })
})

it('lists are read from an index', async () => {
  const [place, pending, decided] = await explain(services.db, (db) =>
    listAccessRequests({ ...services, db }, admin, 'areq_1'),
  )
  expect(place).toMatch(/access_requests_(key|1 \(id=\?\))/)
  expect(pending).toContain('access_requests_waiting')
  if (testEngine() === 'sqlite') expect(pending).toContain('access_requests_waiting (requested_at>?)')
  else expect(pending).toMatch(/Index Cond: \(ROW\(requested_at, id\) > ROW/)
  expect(decided).toContain('access_requests_decided')
})
