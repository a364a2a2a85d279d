import { beforeEach, describe, expect, it } from 'vitest'
import { resumeAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { listGrantRecords, scanLimit } from '#lib/domain/links/sso-grants/receipts-store.ts'
import { grantMs, toGrantId } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { encodeCursor } from '#lib/kernel/list-cursor.ts'
import { type ApiAnswer, type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let program: TestProgram
let watch: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  watch = await makeApiCaller(services, ['grants:read'])
})

const list = (query = '') => watch.call('GET', `/grants?${query}`)
const idsIn = ({ body }: ApiAnswer): string[] => body.items.map(({ grantId }: { grantId: string }) => grantId)
const idsOf = async (query = '') => idsIn(await list(query))
const tokenOf = (link: URL) => link.searchParams.get('token') ?? ''
const idOf = (link: URL) => toGrantId(sha256(tokenOf(link)))
const at = (ms: number) => new Date(testStart + ms).toISOString()

/** Inserts expired grants of the program, each a millisecond older than the one before. @returns their hashes */
async function insertGrants(count: number, newestAt: number): Promise<string[]> {
  const hashes = Array.from({ length: count }, (_, n) => sha256(`${newestAt} ${n}`))
  const rows = hashes.map((token_hash, n) => ({
    token_hash,
    user_id: program.owner.id,
    account_id: 'acme',
    key_id: program.keyId,
    family_id: null,
    browser_hash: null,
    back_url: 'https://crm.example/',
    deep_path: '/accounts/acme',
    locale: 'en-us',
    retry_of_at: null,
    issued_at: newestAt - n,
    expires_at: newestAt - n + grantMs,
    redeemed_at: null,
    burned_at: null,
  }))
  for (let from = 0; from < count; from += 500) {
    await services.db
      .insertInto('sso_grants')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  return hashes
}

describe('GET /api/v1/grants', () => {
  it('has the receipts of all links, the newest first, without their tokens', async () => {
    const kim = await addTestProgram(services, await insertUser(services, { name: 'Kim' }))
    const opened = await issueLink(program)
    await new TestBrowser().open(opened.href)
    services.clock.advance(1)
    const waiting = await issueLink(kim)
    const { status, text, body } = await list()
    expect([status, body]).toEqual([
      200,
      {
        items: [
          {
            grantId: idOf(waiting),
            accountId: 'acme',
            userId: kim.owner.id,
            keyId: kim.keyId,
            state: 'issued',
            steps: [{ step: 'issued', at: at(1), network: null, reason: null }],
          },
          {
            grantId: idOf(opened),
            accountId: 'acme',
            userId: program.owner.id,
            keyId: program.keyId,
            state: 'open',
            steps: [
              { step: 'issued', at: at(0), network: null, reason: null },
              { step: 'opened', at: at(0), network: '192.0.2.1', reason: null },
            ],
          },
        ],
        next: null,
      },
    ])
    for (const link of [opened, waiting]) {
      expect(text).not.toContain(tokenOf(link))
      expect(text).not.toContain(sha256(tokenOf(link)))
    }
  })

  it('says of each link what its own receipt says', async () => {
    const kim = await addTestProgram(services, await insertUser(services, { name: 'Kim' }))
    const [browser, other] = [new TestBrowser(), new TestBrowser()]
    await browser.open((await issueLink(program)).href)
    await browser.open((await issueLink(kim)).href)
    await other.open((await issueLink(kim)).href)
    await other.post('/accounts/acme/-/end')
    const edited = await issueLink(program)
    await other.open(`${edited.href}x`)
    await other.open((await issueLink(program)).href, {}, 'HEAD')
    const states: Record<string, string[]> = {}
    const compare = async (name: string) => {
      const { items } = (await list()).body
      expect(items).toHaveLength(5)
      for (const item of items) {
        expect((await watch.call('GET', `/grants/${item.grantId}`)).body).toEqual(item)
      }
      states[name] = items.map(({ state }: { state: string }) => state).toSorted()
    }
    await compare('at first')
    await suspendAccount(services, root, 'acme')
    await compare('suspended')
    await resumeAccount(services, root, 'acme')
    await revokeApiKey(services, root, program.keyId)
    services.clock.advance(5 * minuteMs)
    await compare('revoked and expired')
    expect(states).toEqual({
      'at first': ['ended', 'invalidated', 'issued', 'open', 'waiting'],
      suspended: ['blocked', 'blocked', 'ended', 'invalidated', 'issued'],
      'revoked and expired': ['ended', 'ended', 'ended', 'expired', 'invalidated'],
    })
  })

  it('filters by account, user and key, and has launches, which have no key', async () => {
    const kim = await addTestProgram(services, await insertUser(services, { name: 'Kim' }))
    const [first, second] = [idOf(await issueLink(program)), idOf(await issueLink(kim))]
    const { person, cookieHeader } = await signInAs(services, await insertUser(services))
    const launch = (await new TestBrowser(cookieHeader).open('/launch/acme')).headers.get('location') ?? ''
    const third = idOf(new URL(launch))
    expect((await idsOf()).toSorted()).toEqual([first, second, third].toSorted())
    expect((await idsOf('accountId=acme')).toSorted()).toEqual([first, second, third].toSorted())
    expect(await idsOf('accountId=none')).toEqual([])
    expect(await idsOf(`userId=${kim.owner.id}`)).toEqual([second])
    expect(await idsOf(`keyId=${program.keyId}`)).toEqual([first])
    expect(await idsOf(`keyId=${program.keyId}&userId=${kim.owner.id}`)).toEqual([])
    expect((await list(`userId=${person.userId}`)).body.items).toMatchObject([{ grantId: third, keyId: null }])
  })

  it('lists each link once, page by page, also those of one instant, and a cursor shows no hash', async () => {
    const older = (await insertGrants(3, testStart - minuteMs)).map(toGrantId)
    const same = [idOf(await issueLink(program)), idOf(await issueLink(program)), idOf(await issueLink(program))]
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await list(`limit=2${cursor}`)
      seen.push(...idsIn(page))
      const { next } = page.body
      if (next === null) break
      services.clock.advance(1)
      await issueLink(program)
      const place = Buffer.from(next.split('.')[0], 'base64url').toString()
      expect(place).toMatch(/^\d+ [0-9a-f]{32}$/)
      cursor = `&cursor=${next}`
    }
    expect(seen).toEqual([...same.toSorted(), ...older])
  })

  it('looks through a bounded number of links for those of a filter, and says where to go on', async () => {
    const old = idOf(await issueLink(program))
    const between = await insertGrants(scanLimit, testStart + scanLimit)
    const kim = await addTestProgram(services, await insertUser(services, { name: 'Kim' }))
    await services.db
      .updateTable('sso_grants')
      .set({ user_id: kim.owner.id })
      .where('token_hash', '=', between.at(-1) ?? '')
      .execute()
    const query = `userId=${kim.owner.id}`
    const first = await list(query)
    expect(idsIn(first)).toEqual([toGrantId(between.at(-1) ?? '')])
    const second = await list(`${query}&cursor=${first.body.next}`)
    expect(second.body).toEqual({ items: [], next: null })
    const ofOwner = await list(`userId=${program.owner.id}&cursor=${first.body.next}`)
    expect([idsIn(ofOwner), ofOwner.body.next]).toEqual([[old], null])
    const empty = await list('keyId=lkid_none')
    expect(empty.body).toEqual({ items: [], next: expect.any(String) })
    expect((await list(`keyId=lkid_none&cursor=${empty.body.next}`)).body).toEqual({ items: [], next: null })
  })

  it('reads by the index of the time', async () => {
    const after = { at: testStart, id: '0'.repeat(32) }
    const plans = await explain(services.db, (db) => listGrantRecords(db, { userId: 'usr_x', after, limit: 50 }))
    for (const plan of plans) expect(plan).toContain('sso_grants_by_expiry')
  })

  it.each([
    ['accountId=%00', { accountId: 'malformed' }],
    ['userId=%00', { userId: 'malformed' }],
    ["keyId=x' or 1=1 --", { keyId: 'malformed' }],
    [`keyId=${'x'.repeat(65)}`, { keyId: 'malformed' }],
    ['limit=201', { limit: 'out_of_range' }],
    ['cursor=x', { cursor: 'malformed' }],
    [`cursor=${encodeCursor('/api/v1/sessions', `1 ${'0'.repeat(32)}`)}`, { cursor: 'malformed' }],
    [`cursor=${encodeCursor('/api/v1/grants', 'x')}`, { cursor: 'malformed' }],
  ])('refuses %j', async (query, fields) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: 'invalid_request', fields } })
  })

  it('takes any place that a client makes up for one', async () => {
    await issueLink(program)
    const cursor = encodeCursor('/api/v1/grants', `${'9'.repeat(15)} ~`)
    expect(await idsOf(`cursor=${cursor}`)).toHaveLength(1)
  })
})
