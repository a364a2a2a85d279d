import { beforeEach, expect, it } from 'vitest'
import { dayMs } from '#lib/kernel/clock.ts'
import {
  clientFields,
  makeTestKey,
  postToken,
  readTokens,
  refreshFields,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey

beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

async function expireAt(expires_at: number | null): Promise<void> {
  await services.db.updateTable('api_keys').set({ expires_at }).where('id', '=', key.id).execute()
}

/** The header of both grant types. */
async function readExpiries(): Promise<(string | null)[]> {
  const issued = await postToken(clientFields(key))
  const { refreshToken } = await readTokens(issued.clone())
  const refreshed = await postToken(refreshFields(key.username, refreshToken))
  expect([issued.status, refreshed.status]).toEqual([200, 200])
  return [issued, refreshed].map(({ headers }) => headers.get('Latchkey-Key-Expires'))
}

it('tells both grant types in the last 30 days when the key expires, and not before', async () => {
  await expireAt(testStart + 30 * dayMs + 1)
  expect(await readExpiries()).toEqual([null, null])
  await expireAt(testStart + 30 * dayMs)
  const date = 'Mon, 21 Dec 2026 12:00:00 GMT'
  expect(await readExpiries()).toEqual([date, date])
})

it('is silent about a key that never expires', async () => {
  expect(await readExpiries()).toEqual([null, null])
})
