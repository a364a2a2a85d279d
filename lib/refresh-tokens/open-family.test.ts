import { expect, it } from 'vitest'
import { openFamily } from '#lib/refresh-tokens/open-family.ts'
import { takeSnapshot } from '#lib/testing/database-snapshot.ts'
import { visitor } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, testStart } from '#lib/testing/test-services.ts'

it('gives up after three attempts on a key that is good whenever it is looked at, and writes nothing', async () => {
  const services = await openTestServices()
  const { id: keyId, secret } = await makeTestKey(services)
  const setDisabledAt = (disabledAt: number | null) =>
    services.db.updateTable('api_keys').set({ disabled_at: disabledAt }).execute()
  await setDisabledAt(testStart)
  const before = await takeSnapshot(services.db)

  let failedInserts = 0
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Nobody found the key good to open a family: it becomes so, until it was looked at.
    transformResult: async ({ result }) => {
      const isLook = result.rows.length > 0
      if (!isLook) failedInserts += 1
      await setDisabledAt(isLook ? testStart : null)
      return result
    },
  })
  await expect(openFamily({ ...services, db }, visitor, { keyId, secret })).rejects.toMatchObject({
    code: 'invalid_client',
    detail: 'the key changes all the time',
  })
  expect(failedInserts).toBe(3)
  expect(await takeSnapshot(services.db)).toEqual(before)
})
