import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { idleMs } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { containLeak } from '#lib/domain/keys/leak-desk/contain-leak.ts'
import { type Containment, containmentOf } from '#lib/domain/keys/leak-desk/containable.ts'
import { findContainment } from '#lib/domain/keys/leak-desk/find-containment.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { getReceipt } from '#lib/domain/links/sso-grants/read-receipt.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { account } from '#lib/testing/accounts.ts'
import { anyPerson, insertUser, personOf, root, signInAs } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, crmOrigin, issueLink } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testEngine, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let agent: User
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  agent = await insertUser(services, { name: 'Robin Example' })
  browser = new TestBrowser((await signInAs(services, agent)).cookieHeader)
})

/** The link of a launch, which its browser has not opened yet. */
const launch = async (from = browser) => (await from.open('/launch/acme')).headers.get('location') ?? ''
const isOpen = async (from = browser) => (await (await from.open('/accounts/acme/-/status')).json()).open

async function check(href: string) {
  const [found] = await checkLeak(services, root, href)
  if (!found?.known) throw new Error('the link is not known')
  return found
}

const targetOf = async (href: string) => containmentOf(await check(href))

async function contain(href: string, actor: Actor = root): Promise<Containment> {
  const { grantId = '' } = await check(href)
  const target = { keyId: '', subject: 'link', id: grantId } as const
  await containLeak(services, actor, target)
  return target
}

const hashOf = (href: string) => sha256(new URL(href).searchParams.get('token') ?? '')

/** Statements on PostgreSQL that wait for a lock. */
async function countWaiting(): Promise<number> {
  const waiting = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(services.db)).rows[0]?.count ?? 0
}

async function events() {
  const rows = services.db.selectFrom('audit_events').selectAll().where('kind', '=', 'sso_grant.revoked')
  return (await rows.execute()).map(({ actor_name, subject_id, key_id, details }) => [
    actor_name,
    subject_id,
    key_id,
    JSON.parse(details),
  ])
}

describe('containing a link from the portal', () => {
  it('revokes a link that was not opened, once', async () => {
    const href = await launch()
    const target = await targetOf(href)
    expect(target).toEqual({ keyId: '', subject: 'link', id: expect.stringMatching(/^grt_[0-9a-f]{32}$/) })
    await contain(href)
    expect((await browser.open(href)).status).toBe(403)
    expect(await isOpen()).toBe(false)
    await contain(href)
    const grantId = target?.id ?? ''
    const details = { reason: 'leaked', via: 'launch', grantId, userId: agent.id, userName: 'Robin Example' }
    expect(await events()).toEqual([['root', 'acme', null, { ...details, sessions: 0 }]])
    expect(await getReceipt(services, root, grantId)).toMatchObject({
      state: 'invalidated',
      steps: [
        { step: 'issued', at: testStart, network: null, reason: null },
        { step: 'refused', at: testStart, network: null, reason: 'leaked' },
      ],
    })
  })

  it('ends the session that the link opened, and leaves the user’s others', async () => {
    const href = await launch()
    const other = new TestBrowser((await signInAs(services, agent)).cookieHeader)
    for (const [each, link] of [[browser, href] as const, [other, await launch(other)] as const]) {
      expect((await each.open(link)).status).toBe(303)
    }
    expect(await check(href)).toMatchObject({ session: 'open', networks: [{ network: '192.0.2.1', at: testStart }] })
    await contain(href)
    expect([await isOpen(), await isOpen(other)]).toEqual([false, true])
    await contain(href)
    expect(await events()).toEqual([['root', 'acme', null, expect.objectContaining({ userId: agent.id, sessions: 1 })]])
    const { id } = (await targetOf(await launch(other))) ?? { id: '' }
    await expect(getReceipt(services, root, id)).resolves.toMatchObject({ state: 'issued' })
  })

  it('ends a session that waits for the user’s answer', async () => {
    const { browserId } = await signInAs(services, agent)
    const holder = await insertUser(services)
    const first = new TestBrowser((await signInAs(services, holder, browserId)).cookieHeader)
    expect((await first.open(await launch(first))).status).toBe(303)
    const second = new TestBrowser((await signInAs(services, agent, browserId)).cookieHeader)
    const href = await launch(second)
    const confirm = (await second.open(href)).headers.get('location') ?? ''
    expect(await check(href)).toMatchObject({ session: 'pending' })
    await contain(href)
    expect(await check(href)).not.toHaveProperty('session')
    expect((await second.open(confirm)).status).toBe(410)
    expect(await isOpen(first)).toBe(true)
  })

  it('is offered while the link or its session can be used, and says who launched it and when it is done', async () => {
    const find = async (target: Containment | undefined) => target && (await findContainment(services, root, target))
    const href = await launch()
    const target = await targetOf(href)
    expect(await check(href)).toMatchObject({ keyId: null, user: 'Robin Example', account: 'Acme', works: true })
    const grant = expect.objectContaining({ userName: 'Robin Example', accountName: 'Acme' })
    expect(await find(target)).toEqual({ grant, isDone: false })
    await browser.open(href)
    expect([await targetOf(href), await find(target)]).toEqual([target, { grant, isDone: false }])
    services.clock.advance(idleMs)
    expect([await targetOf(href), await find(target)]).toEqual([undefined, { grant, isDone: true }])
    const late = await launch()
    services.clock.advance(15_000)
    expect(await targetOf(late)).toBe(undefined)
    await contain(late)
    expect(await events()).toEqual([])
  })

  it('with an opening at the same moment, leaves nothing open', async () => {
    for (let round = 0; round < 10; round++) {
      const href = await launch()
      await Promise.all([browser.open(href), contain(href)])
      expect([await isOpen(), (await events()).length]).toEqual([false, round + 1])
    }
  })

  it('waits for an opening that has begun, and ends its session', async () => {
    const opened = await launch()
    expect((await browser.open(opened)).status).toBe(303)
    const { id } = await services.db.selectFrom('account_sessions').select('id').executeTakeFirstOrThrow()
    const href = await launch()
    const target = await targetOf(href)
    if (!target) throw new Error('nothing can be contained')
    const contained = await services.db.transaction().execute(async (trx) => {
      const redeemed = { redeemed_at: testStart, session_id: id }
      await trx.updateTable('sso_grants').set(redeemed).where('token_hash', '=', hashOf(href)).execute()
      const containing = containLeak(services, root, target)
      if (testEngine() === 'postgres') await expect.poll(countWaiting).toBe(1)
      return { containing }
    })
    await contained.containing
    expect([await isOpen(), await events()]).toEqual([
      false,
      [['root', 'acme', null, expect.objectContaining({ grantId: target.id, sessions: 1 })]],
    ])
  })

  it('is for managers who confirmed their password, and not for the link of a key', async () => {
    const href = await launch()
    await addReturnAddress(services, root, { origin: crmOrigin })
    const program = await addTestProgram(services, agent)
    const ofKey = (await issueLink(program)).href
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const refusalOf = (actor: Actor, link: string) =>
      contain(link, actor).then(
        () => 'contained',
        ({ code }) => code,
      )
    expect(await refusalOf(anyPerson('agent'), href)).toBe('forbidden')
    expect(await refusalOf({ ...admin, confirmedAt: 0 }, href)).toBe('confirmation_required')
    expect(await refusalOf(admin, ofKey)).toBe('not_found')
    const input = { keyId: '', subject: 'link', id: 'grt_none' } as const
    await expect(containLeak(services, admin, input)).rejects.toMatchObject({ code: 'not_found' })
    expect(await findContainment(services, admin, input)).toBe(undefined)
    await expect(findContainment(services, anyPerson('agent'), input)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await browser.open(href)).status).toBe(303)
    expect(await refusalOf(admin, href)).toBe('contained')
    expect(await isOpen()).toBe(false)
  })
})
