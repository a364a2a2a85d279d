import { expect, it } from 'vitest'
import { issueRefreshTokenFamily } from '#lib/domain/tokens/refresh-tokens/issue-refresh-token-family.ts'
import { takeSnapshot } from '#lib/testing/database-snapshot.ts'
import { visitor } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, testStart } from '#lib/testing/test-services.ts'

it('gives up after three attempts if the key is active only while it is checked, and writes nothing', async () => {
  const services = await openTestServices()
  const { id: keyId, secret } = await makeTestKey(services)
  const setDisabledAt = (disabledAt: number | null) =>
    services.db.updateTable('api_keys').set({ disabled_at: disabledAt }).execute()
  await setDisabledAt(testStart)
  const before = await takeSnapshot(services.db)

  let failedInserts = 0
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => node,
    // The key is disabled for every insert, and active for every check.
    transformResult: async ({ result }) => {
      const isCheck = result.rows.length > 0
      if (!isCheck) failedInserts += 1
      await setDisabledAt(isCheck ? testStart : null)
      return result
    },
  })
  await expect(issueRefreshTokenFamily({ ...services, db }, visitor, { keyId, secret })).rejects.toMatchObject({
    code: 'invalid_client',
    detail: 'the key keeps changing',
  })
  expect(failedInserts).toBe(3)
  expect(await takeSnapshot(services.db)).toEqual(before)
})
