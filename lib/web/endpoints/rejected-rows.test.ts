import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { reviewAccountImport } from '#lib/domain/accounts/account-imports/review-account-import.ts'
import { runAccountImport, uploadAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { toFields } from '#lib/domain/accounts/accounts/account.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { rejectedRowsEndpoint } from '#lib/web/endpoints/rejected-rows.ts'

let services: TestServices
let admin: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  admin = await signIn('admin')
})

async function signIn(role: PortalRole): Promise<SignedIn> {
  return signInAs(services, await insertUser(services, { role }))
}

function upload(text: string): Promise<string> {
  return uploadAccountImport(services, admin.person, { fileName: 'accounts.csv', bytes: Buffer.from(text) })
}

function get(id: string, cookie = '', headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const url = `${testBaseUrl}/manage/accounts/import/${id}/rejected`
  const request = new Request(url, { headers: { cookie, 'x-request-id': 'req_rejected', ...headers } })
  return callEndpoint(rejectedRowsEndpoint, request, '192.0.2.7')
}

const file = [
  'Name,ID,City,Locale',
  'Good,good,Graz,de-at',
  '"=Acme;""+1",abc/def,Graz,DE',
  'Again,good,"Linz, Ost",',
  'Long,long,Graz,de-at,x',
].join('\r\n')

describe('GET /manage/accounts/import/<id>/rejected', () => {
  it('200: the rejected rows as uploaded, each with its line number and reason', async () => {
    const response = await get(await upload(file), admin.cookieHeader)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="rejected-rows.csv"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const malformed =
      '“abc/def” isn’t an account ID. Use letters, digits, dots, underscores, and hyphens, at most 64 characters. “DE” isn’t a locale. Use a lowercase language and region, for example en-gb.'
    expect(await response.text()).toBe(
      [
        'line,reason,Name,ID,City,Locale',
        `3,"${malformed}","'=Acme;""'+1",abc/def,Graz,DE`,
        '4,Line 2 already has this ID.,Again,good,"Linz, Ost",',
        '5,This row has more cells than the first line.,Long,long,Graz,de-at,x',
        '',
      ].join('\r\n'),
    )
  })

  it('200: the reasons in the language of the reader', async () => {
    const response = await get(await upload('id,name\na b,A\n'), admin.cookieHeader, { 'accept-language': 'de' })
    expect(await response.text()).toContain('„a b“ ist keine Konto-ID')
  })

  it('200 after the good rows were imported', async () => {
    const id = await upload(file)
    await runAccountImport(services, admin.person, { id, skipBad: true })
    const response = await get(id, admin.cookieHeader)
    expect([response.status, (await response.text()).split('\r\n')]).toMatchObject([200, { length: 5 }])
  })

  it('200: a file that can be corrected and imported, and saved again without a second reason', async () => {
    const downloaded = await (await get(await upload(file), admin.cookieHeader)).text()
    const again = await upload(downloaded)
    const review = await reviewAccountImport(services, admin.person, again)
    expect(review.unusedColumns).toEqual(['City'])
    const second = await (await get(again, admin.cookieHeader)).text()
    expect(parse(second, { bom: true, relax_column_count: true })[0]).toEqual([
      'line',
      'reason',
      'Name',
      'ID',
      'City',
      'Locale',
    ])
    const corrected = await upload(downloaded.replace('abc/def,Graz,DE', 'abc-def,Graz,de-at'))
    await runAccountImport(services, admin.person, { id: corrected, skipBad: true })
    const name = services.db.selectFrom('accounts').select('name').where('id', '=', 'abc-def')
    expect(await name.executeTakeFirst()).toEqual({ name: '=Acme;"+1' })
  })

  it('200 with nothing but the header where no row is bad', async () => {
    const response = await get(await upload('id,name\na,A\n'), admin.cookieHeader)
    expect(await response.text()).toBe('line,reason,id,name\r\n')
  })

  it('303 to the sign-in page without a session', async () => {
    const id = await upload(file)
    const response = await get(id)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(`/manage/accounts/import/${id}/rejected`)}`,
    ])
  })

  it.each([
    ['403 to an agent', 'agent', 403, 'forbidden'],
    ['404 to another manager', 'owner', 404, 'not_found'],
  ] as const)('%s', async (_title, role, status, error) => {
    const id = await upload(file)
    const response = await get(id, (await signIn(role)).cookieHeader)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error, requestId: 'req_rejected' })
  })
})

describe('the review of an import', () => {
  it('has each change before and after, at most a hundred of them, and counts all', async () => {
    for (const number of Array.from({ length: 103 }).keys()) {
      const name = number === 0 ? 'Same' : `Old ${number}`
      await createAccount(services, root, account({ id: `a-${number}`, name, locale: 'de-at' }))
    }
    const lines = Array.from({ length: 103 }, (_, number) => `a-${number},${number === 0 ? 'Same' : `New ${number}`}`)
    const review = await reviewAccountImport(
      services,
      admin.person,
      await upload(`id,name\n${lines.join('\n')}\nb,B\n`),
    )
    expect(review.expected).toEqual({ created: 1, updated: 102, unchanged: 1 })
    expect(review.changes).toHaveLength(100)
    expect(review.changes[0]).toEqual({
      id: 'a-1',
      before: toFields(account({ id: 'a-1', name: 'Old 1', locale: 'de-at' })),
      after: toFields(account({ id: 'a-1', name: 'New 1', locale: 'de-at' })),
    })
  })
})
