import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import {
  crmOrigin,
  issueLink,
  makeTestProgram,
  postGrant,
  readEverything,
  type TestProgram,
} from '#lib/testing/test-grants.ts'
import { commonHeaders, show } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

describe('POST /auth/v1/sso, 200', () => {
  it('answers grantUrl and expiresIn, and nothing else', async () => {
    const response = await postGrant(program.accessToken, {
      accountId: 'acme',
      backUrl: `${crmOrigin}/done?x=1&y=%C3%A4`,
      locale: 'de-at',
    })
    const { status, headers, body } = await show(response)
    const grantId = { 'latchkey-grant-id': expect.stringMatching(/^grt_[0-9a-f]{32}$/) }
    expect({ status, headers }).toEqual({ status: 200, headers: { ...commonHeaders, ...grantId } })
    const token = /token=([A-Za-z0-9_-]{43})&/.exec(body)?.[1] ?? ''
    expect(body).toBe(
      `{"grantUrl":"https://login.example.com/sso?token=${token}&userId=${program.owner.id}&timestamp=${testStart}` +
        '&backUrl=https%3A%2F%2Fcrm.example%2Fdone%3Fx%3D1%26y%3D%25C3%25A4&deepPath=%2Faccounts%2Facme","expiresIn":15}',
    )
  })

  it('stores the token only as its hash, in no log and no other column', async () => {
    const link = await issueLink(program, { backUrl: '' })
    const token = link.searchParams.get('token') ?? ''
    const row = await services.db.selectFrom('sso_grants').selectAll().executeTakeFirstOrThrow()
    expect(row).toEqual({
      token_hash: sha256(token),
      user_id: program.owner.id,
      account_id: 'acme',
      key_id: program.keyId,
      family_id: expect.stringMatching(/./),
      browser_hash: null,
      back_url: 'https://login.example.com/',
      deep_path: '/accounts/acme',
      locale: 'en-us',
      retry_of_at: null,
      issued_at: testStart,
      expires_at: testStart + 15_000,
      redeemed_at: null,
      burned_at: null,
      redeemed_from: null,
      session_id: null,
      prefetched_at: null,
      prefetched_from: null,
      refused_at: null,
      refused_from: null,
      refused_reason: null,
    })
    expect(services.logLines.join()).not.toContain(token)
    expect(await readEverything(services)).toContain(sha256(token))
    expect(await readEverything(services)).not.toContain(token)
  })

  it('takes omitted values from the account', async () => {
    const beta = account({ id: 'beta.1', locale: 'fr-ch', deepPath: '/accounts/beta.1/orders?open=1' })
    await createAccount(services, root, beta)
    const link = await issueLink(program, { accountId: 'beta.1', backUrl: '' })
    expect(link.searchParams.get('backUrl')).toBe('https://login.example.com/')
    expect(link.searchParams.get('deepPath')).toBe('/accounts/beta.1/orders?open=1')
    expect(await services.db.selectFrom('sso_grants').select('locale').execute()).toEqual([{ locale: 'fr-ch' }])
  })

  it('prefers what the request names', async () => {
    await createAccount(services, root, account({ id: 'beta', locale: 'fr-ch', deepPath: '/accounts/beta/x' }))
    const link = await issueLink(program, { accountId: 'beta', locale: 'zu-za', deepPath: '/accounts/beta/y?z=1' })
    expect(link.searchParams.get('deepPath')).toBe('/accounts/beta/y?z=1')
    expect(await services.db.selectFrom('sso_grants').select('locale').execute()).toEqual([{ locale: 'zu-za' }])
  })

  it('counts a field sent empty as left out, and ignores unknown ones', async () => {
    const link = await issueLink(program, { accountId: 'acme', backUrl: '', locale: '', deepPath: '', colour: 'blue' })
    expect(link.searchParams.get('backUrl')).toBe('https://login.example.com/')
  })

  it('carries BASE_URL, whatever the request says of hosts', async () => {
    const request = new Request('http://evil.example/auth/v1/sso', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${program.accessToken}`,
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
        Forwarded: 'host=evil.example',
      },
      body: new URLSearchParams({ accountId: 'acme' }),
    })
    const { grantUrl } = await (await callEndpoint(ssoGrantEndpoint, request)).json()
    expect(grantUrl).toMatch(/^https:\/\/login\.example\.com\/sso\?token=/)
    expect(grantUrl).not.toContain('evil')
  })

  it('stays under 4 096 characters with the longest values', async () => {
    const id = 'a'.repeat(64)
    await createAccount(services, root, account({ id, name: 'Long' }))
    const backUrl = `${crmOrigin}/${'/'.repeat(600)}`
    const deepPath = `/accounts/${id}/${'x'.repeat(420)}`
    const link = await issueLink(program, { accountId: id, backUrl, deepPath })
    expect(link.href.length).toBeLessThan(4_096)
    expect(link.searchParams.get('token')?.length).toBeLessThanOrEqual(64)
  })
})
