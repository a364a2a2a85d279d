import { beforeEach, describe, expect, it } from 'vitest'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { removeReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { maxGrantNotes, writeGrantNotes } from '#lib/domain/links/sso-grants/note-grant.ts'
import { getReceipt } from '#lib/domain/links/sso-grants/read-receipt.ts'
import { deleteOldGrants } from '#lib/domain/links/sso-grants/store.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { anyPerson, insertUser, root, signInAs } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import {
  addTestProgram,
  crmOrigin,
  makeTestProgram,
  postGrant,
  renewToken,
  type TestProgram,
} from '#lib/testing/test-grants.ts'
import { commonHeaders, issueTestTokens, makeTestKey, refusalBody, show } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { managementEndpoints } from '#lib/web/endpoints/management-api.ts'

let services: TestServices
let program: TestProgram
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  browser = new TestBrowser()
})

type Link = Readonly<{ grantId: string; url: string }>

async function issue(by = program): Promise<Link> {
  const response = await postGrant(by.accessToken, { accountId: 'acme', backUrl: `${crmOrigin}/` })
  const { grantUrl } = await response.json()
  return { grantId: response.headers.get('latchkey-grant-id') ?? '', url: grantUrl }
}

function get(grantId: string, accessToken = program.accessToken): Promise<Response> {
  const headers = { Authorization: `Bearer ${accessToken}`, 'X-Request-Id': 'req_1' }
  return callEndpoint(
    managementEndpoints['/api/v1/grants/[grantId]'],
    new Request(`${testBaseUrl}/api/v1/grants/${grantId}`, { headers }),
  )
}

/** The state, and each step with its time in seconds and its reason. */
async function tell(grantId: string, accessToken?: string) {
  const response = await get(grantId, accessToken)
  expect(response.status).toBe(200)
  const { state, steps } = await response.json()
  const told = steps.map(({ step, at, reason }: { step: string; at: string; reason: string | null }) =>
    [step, (Date.parse(at) - testStart) / 1_000, ...(reason === null ? [] : [reason])].join(' '),
  )
  return [state, ...told]
}

const advance = (seconds: number) => services.clock.advance(seconds * 1_000)
const notFound = {
  status: 404,
  headers: commonHeaders,
  body: refusalBody('not_found', 'It does not exist, or it was removed.'),
}

describe('Latchkey-Grant-Id', () => {
  it('is the start of the hash of the token, which it does not reveal', async () => {
    const { grantId, url } = await issue()
    const token = new URL(url).searchParams.get('token') ?? ''
    expect(grantId).toBe(`grt_${sha256(token).slice(0, 32)}`)
  })

  it('is in the events of the opening and of the refusal', async () => {
    const [opened, edited] = [await issue(), await issue()]
    await browser.open(opened.url)
    await browser.open(`${edited.url}x`)
    const rows = await services.db
      .selectFrom('audit_events')
      .select(['kind', 'details'])
      .where('kind', 'like', 'sso_grant.%')
      .orderBy('id')
      .execute()
    expect(rows.map(({ kind, details }) => [kind, JSON.parse(details).grantId])).toEqual([
      ['sso_grant.redeemed', opened.grantId],
      ['sso_grant.refused', edited.grantId],
    ])
  })
})

describe('GET /api/v1/grants/<grantId>', () => {
  it('answers the whole receipt', async () => {
    const { grantId, url } = await issue()
    await browser.open(url)
    const { status, headers, body } = await show(await get(grantId))
    expect({ status, headers }).toEqual({ status: 200, headers: commonHeaders })
    const at = new Date(testStart).toISOString()
    expect(JSON.parse(body)).toEqual({
      grantId,
      accountId: 'acme',
      userId: program.owner.id,
      keyId: program.keyId,
      state: 'open',
      steps: [
        { step: 'issued', at, network: null, reason: null },
        { step: 'opened', at, network: '192.0.2.1', reason: null },
      ],
    })
  })

  it('tells of a link that is not opened, until it expires', async () => {
    const { grantId } = await issue()
    services.clock.advance(14_999)
    expect(await tell(grantId)).toEqual(['issued', 'issued 0'])
    services.clock.advance(1)
    expect(await tell(grantId)).toEqual(['expired', 'issued 0', 'expired 15'])
  })

  it.each([
    ['HEAD', {}],
    ['GET', { 'Sec-Purpose': 'prefetch' }],
  ] as const)('tells of the first prefetch (%s), which leaves the link usable', async (method, headers) => {
    const { grantId, url } = await issue()
    advance(1)
    expect((await browser.open(url, headers, method)).status).toBe(204)
    await writeGrantNotes(services)
    advance(1)
    await browser.open(url, headers, method)
    advance(1)
    await browser.open(url)
    expect(await tell(grantId)).toEqual(['open', 'issued 0', 'prefetched 1', 'opened 3'])
  })

  it('tells that it was opened again, too late, or with a changed URL', async () => {
    const [again, late, edited] = [await issue(), await issue(), await issue()]
    await browser.open(again.url)
    advance(2)
    await new TestBrowser().open(again.url)
    expect(await tell(again.grantId)).toEqual(['open', 'issued 0', 'opened 0', 'refused 2 already_used'])
    await browser.open(`${edited.url}x`)
    expect(await tell(edited.grantId)).toEqual(['invalidated', 'issued 0', 'refused 2 tampered'])
    advance(18)
    await browser.open(late.url)
    advance(1)
    await browser.open(late.url)
    expect(await tell(late.grantId)).toEqual(['expired', 'issued 0', 'expired 15', 'refused 20 expired'])
  })

  it('tells that what it depends on was no longer active', async () => {
    const { grantId, url } = await issue()
    await removeReturnAddress(services, root, { origin: crmOrigin })
    await browser.open(url)
    expect(await tell(grantId)).toEqual(['invalidated', 'issued 0', 'refused 0 revoked'])
  })

  it('tells that a launch was opened in another browser, to those who read all receipts', async () => {
    const { person, cookieHeader } = await signInAs(services, await insertUser(services))
    const location = (await new TestBrowser(cookieHeader).open('/launch/acme')).headers.get('location') ?? ''
    const token = new URL(location).searchParams.get('token') ?? ''
    const grantId = `grt_${sha256(token).slice(0, 32)}`
    await new TestBrowser().open(location)
    const key = await makeTestKey(services, { role: 'admin', scopes: ['grants:read'] })
    const { accessToken } = await issueTestTokens(key)
    expect(await tell(grantId, accessToken)).toEqual(['issued', 'issued 0', 'refused 0 other_browser'])
    expect(await (await get(grantId, accessToken)).json()).toMatchObject({ keyId: null, userId: person.userId })
    expect(await show(await get(grantId))).toEqual(notFound)
  })
})

describe('the receipt of an opened link', () => {
  let link: Link
  beforeEach(async () => {
    link = await issue()
    await browser.open(link.url)
  })

  it('tells that the session was ended in the browser, and that a newer one replaced it', async () => {
    const next = await issue()
    advance(5)
    await browser.open(next.url)
    advance(5)
    await browser.post('/accounts/acme/-/end')
    expect(await tell(link.grantId)).toEqual(['ended', 'issued 0', 'opened 0', 'session_ended 5 replaced'])
    expect(await tell(next.grantId)).toEqual(['ended', 'issued 0', 'opened 5', 'session_ended 10 ended'])
  })

  it('tells that the session ended unused, at that instant', async () => {
    services.clock.advance(30 * minuteMs - 1)
    expect((await tell(link.grantId, (await renewToken(program)).accessToken))[0]).toBe('open')
    services.clock.advance(1)
    const ended = ['ended', 'issued 0', 'opened 0', 'session_ended 1800 unused']
    expect(await tell(link.grantId, (await renewToken(program)).accessToken)).toEqual(ended)
  })

  it('tells that the session reached its absolute end', async () => {
    await services.db
      .updateTable('account_sessions')
      .set({ last_seen_at: testStart + 8 * hourMs - 1 })
      .execute()
    services.clock.advance(8 * hourMs)
    const ended = ['ended', 'issued 0', 'opened 0', 'session_ended 28800 expired']
    expect(await tell(link.grantId, (await renewToken(program)).accessToken)).toEqual(ended)
  })

  it('tells that the session can’t be used while its account is suspended', async () => {
    await suspendAccount(services, root, 'acme')
    expect(await tell(link.grantId)).toEqual(['blocked', 'issued 0', 'opened 0'])
  })

  it('tells a manager that its key was revoked', async () => {
    advance(3)
    await revokeApiKey(services, root, program.keyId)
    expect(await getReceipt(services, root, link.grantId)).toMatchObject({
      state: 'ended',
      steps: [
        { step: 'issued' },
        { step: 'opened' },
        { step: 'session_ended', at: testStart + 3_000, reason: 'key_revoked' },
      ],
    })
  })

  it('ends with its session unknown if a former version opened it', async () => {
    await services.db.updateTable('sso_grants').set({ session_id: null }).execute()
    expect(await tell(link.grantId)).toEqual(['opened', 'issued 0', 'opened 0'])
  })
})

describe('the receipt of a link that would replace another user’s session', () => {
  let kim: TestProgram
  let link: Link
  let session: string
  beforeEach(async () => {
    await browser.open((await issue()).url)
    kim = await addTestProgram(services, await insertUser(services, { name: 'Kim' }))
    link = await issue(kim)
    const question = (await browser.open(link.url)).headers.get('location') ?? ''
    session = new URL(question, testBaseUrl).searchParams.get('session') ?? ''
    advance(4)
  })

  it('waits for the answer, for five minutes', async () => {
    expect(await tell(link.grantId, kim.accessToken)).toEqual(['waiting', 'issued 0', 'opened 0', 'asked 0'])
    services.clock.advance(5 * minuteMs)
    const told = ['ended', 'issued 0', 'opened 0', 'asked 0', 'session_ended 300 not_confirmed']
    expect(await tell(link.grantId, kim.accessToken)).toEqual(told)
  })

  it.each([
    ['switch', ['open', 'issued 0', 'opened 0', 'asked 0', 'confirmed 4']],
    ['keep', ['ended', 'issued 0', 'opened 0', 'asked 0', 'kept 4']],
  ])('tells of the answer %s', async (choice, told) => {
    await browser.post('/sso/confirm', { session, choice })
    expect(await tell(link.grantId, kim.accessToken)).toEqual(told)
  })
})

describe('GET /api/v1/grants/<grantId>, refused', () => {
  it('404 for other keys, unknown links and other text alike', async () => {
    const { grantId } = await issue()
    const other = await addTestProgram(services, program.owner)
    const agents = await makeTestKey(services, { scopes: ['sso', 'introspect'] })
    for (const token of [other.accessToken, (await issueTestTokens(agents)).accessToken]) {
      expect(await show(await get(grantId, token))).toEqual(notFound)
    }
    for (const id of [`grt_${'0'.repeat(32)}`, grantId.slice(0, -1), `${grantId}0`, grantId.toUpperCase(), '%', 'x']) {
      expect(await show(await get(id)), id).toEqual(notFound)
    }
  })

  it('404 once the owner of a key with grants:read is no longer a manager', async () => {
    const { grantId } = await issue()
    const key = await makeTestKey(services, { role: 'admin', scopes: ['grants:read'] })
    const { accessToken } = await issueTestTokens(key)
    expect((await get(grantId, accessToken)).status).toBe(200)
    const asAgent = { name: 'R', role: 'agent', accountScope: 'all', accountIds: [] } as const
    await updateUser(services, root, { ...asAgent, userId: key.ownerId })
    expect(await show(await get(grantId, accessToken))).toEqual(notFound)
  })

  it('401 with a token of a revoked key, and without a token', async () => {
    const { grantId } = await issue()
    await revokeApiKey(services, root, program.keyId)
    const { status, body } = await show(await get(grantId))
    expect([status, JSON.parse(body).error]).toEqual([401, 'invalid_token'])
    const request = new Request(`${testBaseUrl}/api/v1/grants/${grantId}`)
    expect((await callEndpoint(managementEndpoints['/api/v1/grants/[grantId]'], request)).status).toBe(401)
  })

  it('404 a day after the link expired', async () => {
    const { grantId } = await issue()
    services.clock.advance(dayMs + 14_999)
    await deleteOldGrants(services.db, 10)
    expect((await get(grantId, (await renewToken(program)).accessToken)).status).toBe(200)
    services.clock.advance(1)
    await deleteOldGrants(services.db, 10)
    expect((await get(grantId, (await renewToken(program)).accessToken)).status).toBe(404)
  })
})

it.each(['agent', 'service'] as const)('no key of a user with the role %s gets grants:read', async (role) => {
  await expect(makeTestKey(services, { role, scopes: ['sso', 'grants:read'] })).rejects.toMatchObject({
    code: 'input_invalid',
    fields: { scopes: 'owner_role' },
  })
})

it.each(['agent', 'owner', 'admin'] as const)('the role %s sees receipts in the portal if it manages', async (role) => {
  const { grantId } = await issue()
  const reading = getReceipt(services, anyPerson(role), grantId)
  if (role === 'agent') await expect(reading).rejects.toMatchObject({ code: 'forbidden' })
  else expect(await reading).toMatchObject({ grantId, state: 'issued' })
})

describe('notes of prefetches and refusals', () => {
  it('of invented links are few, and write nothing', async () => {
    const { grantId, url } = await issue()
    const token = new URL(url).searchParams.get('token') ?? ''
    for (let index = 0; index < maxGrantNotes + 10; index++) {
      await browser.open(url.replace(token, sha256(`${index}`).slice(0, 43)), {}, 'HEAD')
    }
    expect(services.grantNotes.size).toBe(maxGrantNotes)
    await browser.open(url, {}, 'HEAD')
    expect(await tell(grantId)).toEqual(['issued', 'issued 0'])
    expect(services.grantNotes.size).toBe(0)
    await browser.open(url, {}, 'HEAD')
    expect(await tell(grantId)).toEqual(['issued', 'issued 0', 'prefetched 0'])
  })

  it('that can’t be written are written later', async () => {
    const { grantId, url } = await issue()
    await browser.open(url, {}, 'HEAD')
    await writeGrantNotes({ ...services, db: undefined as never })
    expect(services.logLines.join()).toContain('could not be written')
    expect(await tell(grantId)).toEqual(['issued', 'issued 0', 'prefetched 0'])
  })
})
