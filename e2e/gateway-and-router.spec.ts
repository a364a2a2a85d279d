import { findFreePort } from '#lib/testing/free-port.ts'
import type { EndpointAddress } from '#lib/web/gateway/endpoint-table.ts'
import { findEndpoint } from '#lib/web/gateway/route-table.ts'
import { type Plain, toPlain } from './comparable-response.ts'
import { expect, product, test } from './fixtures.ts'
import { type Ground, prepareGround } from './ground.ts'
import { type Asked, ask } from './http-client.ts'
import { Instance } from './instances.ts'
import { productEnvironment } from './product.ts'
import { addresses, type Case, listCases } from './route-cases.ts'
import { successfulRequests } from './route-requests.ts'

// A second process on the same data, asked thousands of times. A limit, not a claim of speed.
test.describe.configure({ mode: 'default', timeout: 1_800_000 })

let behind: Instance

test.beforeAll(async ({ world }) => {
  // A request for the logo sets it. Set before, it appears on both sides at the same time.
  await world.showLogo()
  behind = new Instance(productEnvironment, await findFreePort(), 'e2e/start-router-only.ts')
  await behind.start()
  await expect.poll(async () => (await fetch(`${product.baseUrl}/sign-in`)).text()).toContain('/organization/logo/')
})

test.afterAll(async () => {
  await behind?.end('SIGTERM')
})

test('every endpoint gets the same response from the gateway and from Next', async ({ context, world }) => {
  for (const address of addresses) {
    await test.step(address, async () => {
      const ground = await prepareGround(world, context)
      const left = [...listCases(address)]
      // In parallel: requests mostly wait.
      await Promise.all(Array.from({ length: 6 }, () => compareAll(address, ground, left)))
    })
  }
})

async function compareAll(address: EndpointAddress, ground: Ground, left: Case[]): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, make] = next
    const [inFront, byRouter] = await Promise.all(
      [product.port, behind.port].map(async (port) => askAt(port, await make(ground))),
    )
    expect.soft(byRouter, `${address}: ${name}`).toEqual(inFront)
    // Two errors would be the same too.
    if (name in successfulRequests[address]) expect.soft(inFront?.status, `${address}: ${name}`).toBeLessThan(400)
  }
}

async function askAt(port: number, asked: Asked): Promise<Plain> {
  const headers = { Host: new URL(product.baseUrl).host, ...asked.headers }
  const plain = toPlain(await ask({ ...asked, headers, baseUrl: `http://localhost:${port}` }))
  // Next answers paths outside the table on both sides.
  return isInTable(asked) ? plain : { ...plain, body: '' }
}

function isInTable({ path = '' }: Asked): boolean {
  const address = path.startsWith('/') ? `${product.baseUrl}${path}` : path
  return findEndpoint(new URL(address).pathname) !== undefined
}
