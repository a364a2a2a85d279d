import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Answer, createClient } from '../trials/rig/http.ts'
import { inStandardSpelling, refusedTokenRequests, spellStandard } from './checks/refused-requests.ts'

const product = inject('product')
const client = createClient(product.port, new URL(product.baseUrl).host)
afterAll(() => client.close())

describe('POST /auth/v1/token refuses in both spellings alike', () => {
  it.each(refusedTokenRequests(product))('$name: $status $error', async ({ name: _, status, error, ...asked }) => {
    const ask = { method: 'POST', path: '/auth/v1/token', ...asked }
    const ours = await client.send(ask)
    const standard = await client.send(inStandardSpelling(ask))
    expect(ours.status).toBe(status)
    expect(JSON.parse(ours.body)).toEqual({
      error,
      error_description: expect.any(String),
      requestId: ours.headers['x-request-id'],
    })
    expect(toPlain(standard)).toEqual(toPlain({ ...ours, body: spellStandard(ours.body) }))
  })
})

/** Without what differs from one time to the next. */
function toPlain({ status, headers, body }: Answer) {
  const { date, 'content-length': _, 'x-request-id': requestId, ...rest } = headers
  return { status, headers: rest, body: body.replace(String(requestId), 'req_…') }
}
