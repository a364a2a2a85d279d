import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Answer, createClient, formType } from '../resilience/harness/http.ts'
import { expectRefused } from './checks/refusal.ts'
import { inStandardSpelling, refusedRequests, spellStandard } from './checks/refused-requests.ts'

const product = inject('product')
const client = createClient(product.port, new URL(product.baseUrl).host)
afterAll(() => client.close())

describe('is refused in both spellings alike', () => {
  it.each(refusedRequests(product))('$name: $status $error', async ({ status, error, ask }) => {
    const ours = await client.send(ask)
    const standard = await client.send(inStandardSpelling(ask))
    expectRefused(ours, status, error)
    expect(toPlain(standard)).toEqual(toPlain({ ...ours, body: spellStandard(ours.body) }))
  })
})

describe('is refused where the spellings are mixed', () => {
  it.each([
    ['/auth/v1/token', `grantType=client_credentials&client_id=${product.keyId}&clientSecret=${product.secret}`],
    ['/auth/v1/token', `grant_type=refresh_token&clientId=${product.username}&refresh_token=x`],
    ['/auth/v1/revoke', `token=x&clientId=${product.keyId}&client_secret=${product.secret}`],
    ['/auth/v1/introspect', `token=x&client_id=${product.keyId}&clientSecret=${product.secret}`],
  ])('%s', async (path, body) => {
    const headers = { 'Content-Type': formType }
    expectRefused(await client.send({ path, method: 'POST', headers, body }), 400, 'invalid_request')
  })
})

/** Without what differs from one time to the next. */
function toPlain({ status, headers, body }: Answer) {
  const { date, 'content-length': _, 'x-request-id': requestId, ...rest } = headers
  return { status, headers: rest, body: body.replace(String(requestId), 'req_…') }
}
