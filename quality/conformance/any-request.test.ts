import fc from 'fast-check'
import { afterAll, expect, inject, it } from 'vitest'
import { createClient } from '../resilience/harness/http.ts'
import { askTokens, readTokens } from '../resilience/harness/protocol.ts'
import { anyRequest } from './checks/any-request.ts'
import { countRequests } from './harness/count-requests.ts'

const product = inject('product')
const client = createClient(product.port, new URL(product.baseUrl).host)
afterAll(() => client.close())

const count = countRequests(3_000)
const seed = Number(process.env.CONFORMANCE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const [perBatch, atOnce] = [300, 16]

it(`fails at none of ${count} requests of any kind (seed ${seed})`, { timeout: 60_000 + count * 100 }, async () => {
  const { keyId, secret, username, accountId } = product
  const { accessToken, refreshToken } = readTokens(await askTokens(client.send, product))
  const request = anyRequest({ keyId, secret, username, accountId, accessToken, refreshToken })
  const statuses = new Map<number, number>()
  const failed: unknown[] = []
  for (let done = 0; done < count; done += perBatch) {
    const left = fc.sample(request, { numRuns: Math.min(perBatch, count - done), seed: seed + done })
    const sendAll = async () => {
      for (let ask = left.pop(); ask; ask = left.pop()) {
        const { status } = await client.send(ask)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) failed.push({ status, ...ask })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sendAll))
  }
  expect(failed).toEqual([])
  // Requests that were all refused at the first look would prove little.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 405, 413]))
})
