import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'
import { setWritable } from '#lib/testing/writable.ts'

/** As the router behind the front does: whatever fails is a 500, after it was waited for. */
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

it('tells trouble of the database from a mistake of ours', async () => {
  const { ask } = await openWithoutWrites()
  const { status, headers, body } = await ask({ path: '/users-and-access' })
  expect({ status, retryAfter: headers['retry-after'], body }).toEqual({
    status: 503,
    retryAfter: '1',
    body: 'it failed',
  })
})

it('leaves a mistake of ours a 500', async () => {
  const { ask } = await openFailing(async () => {
    throw new Error('no such luck')
  })
  const { status, headers } = await ask({ path: '/users-and-access' })
  expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 500, retryAfter: undefined })
})

it('has nothing to say where a request met no trouble itself, while others do', async () => {
  const troubled = await openWithoutWrites()
  const { ask } = await openFailing(() => Promise.reject(new Error('no such luck')))
  const [other, own] = await Promise.all([troubled.ask({ path: '/' }), ask({ path: '/' })])
  expect([other.status, own.status]).toEqual([503, 500])
})

it('leaves endpoints alone, which know it by themselves', async () => {
  const { ask } = await openWithoutWrites(true)
  expect((await ask({ path: '/accounts/A-1' })).status).toBe(500)
})
