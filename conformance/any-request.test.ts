import fc from 'fast-check'
import { afterAll, expect, inject, it } from 'vitest'
import { type Ask, createClient } from '../trials/rig/http.ts'
import { anyRequest } from './checks/any-request.ts'

const product = inject('product')
const client = createClient(product.port, new URL(product.baseUrl).host)
afterAll(() => client.close())

const count = Number(process.env.CONFORMANCE_REQUESTS ?? 3_000)
const seed = Number(process.env.CONFORMANCE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const atOnce = 24

it(
  `answers ${count} requests of any kind (seed ${seed}) without a failure of its own`,
  async () => {
    const requests = fc.sample(anyRequest(await makeGoodValues()), { numRuns: count, seed })
    const statuses = new Map<number, number>()
    const failed: unknown[] = []
    const sendAll = async () => {
      for (let ask = requests.pop(); ask; ask = requests.pop()) {
        const { status } = await client.send(ask)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) failed.push({ status, ...ask })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sendAll))
    expect(failed).toEqual([])
    // Requests that are refused at the first look would prove little.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 405, 413]))
  },
  60_000 + count * 20,
)

async function makeGoodValues() {
  const { keyId, secret, username, accountId } = product
  const form = { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }
  const ask: Ask = { path: '/auth/v1/token', form }
  const { accessToken, refreshToken } = JSON.parse((await client.send(ask)).body)
  return { keyId, secret, username, accountId, accessToken, refreshToken }
}
