import { expect, it } from 'vitest'
import { findFirstCall } from '#lib/domain/events/refusals/live-store.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { issueTestTokens, makeTestKey, postToken, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, testStart } from '#lib/testing/test-services.ts'

it('finds the first token of a key, though it was refreshed since and other keys were earlier', async () => {
  const services = await openTestServices()
  await issueTestTokens(await makeTestKey(services))
  services.clock.advance(minuteMs)
  const key = await makeTestKey(services)
  const { refreshToken } = await issueTestTokens(key)
  services.clock.advance(minuteMs)
  await issueTestTokens(key)
  services.clock.advance(minuteMs)
  expect((await postToken(refreshFields(key.username, refreshToken))).status).toBe(200)
  expect(await findFirstCall(services.db, key.id)).toEqual({ token: testStart + minuteMs, link: null, opened: null })
})

it('reads by indexes', async () => {
  const services = await openTestServices()
  const plans = await explain(services.db, (db) => findFirstCall(db, 'lkid_x'))
  const indexes = ['refresh_families_by_secret', 'audit_events_by_key']
  for (const index of indexes) expect(plans.join('\n')).toContain(index)
})
