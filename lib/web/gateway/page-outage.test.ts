import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'
import { setWritable } from '#lib/testing/writable.ts'

/** Like Next, the handler responds with 500 to any error. */
function openFailing(work: () => Promise<unknown>, endpointsBehind = false) {
  const handle: RequestListener = (_request, response) => {
    work().catch(() => {
      response.statusCode = 500
      response.end('it failed')
    })
  }
  return openFront({}, { handle, endpointsBehind })
}

async function openWithoutWrites(endpointsBehind = false) {
  const write = () => front.services.db.insertInto('settings').values({ name: 'written', value: 'x' }).execute()
  const front = await openFailing(write, endpointsBehind)
  await setWritable(front.services, false)
  return front
}

it('a page error during a database outage is 503', async () => {
  const { ask } = await openWithoutWrites()
  const { status, headers, body } = await ask({ path: '/users-and-access' })
  expect({ status, retryAfter: headers['retry-after'], body }).toEqual({
    status: 503,
    retryAfter: '1',
    body: 'it failed',
  })
})

it('any other page error is 500', async () => {
  const { ask } = await openFailing(async () => {
    throw new Error('no such luck')
  })
  const { status, headers } = await ask({ path: '/users-and-access' })
  expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 500, retryAfter: undefined })
})

it('an outage that only other requests met does not change a 500', async () => {
  const troubled = await openWithoutWrites()
  const { ask } = await openFailing(() => Promise.reject(new Error('no such luck')))
  const [other, own] = await Promise.all([troubled.ask({ path: '/' }), ask({ path: '/' })])
  expect([other.status, own.status]).toEqual([503, 500])
})

it('endpoints keep their own status', async () => {
  const { ask } = await openWithoutWrites(true)
  expect((await ask({ path: '/accounts/A-1' })).status).toBe(500)
})
