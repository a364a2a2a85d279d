import { expect } from 'vitest'
import { withServices } from '../../resilience/harness/databases.ts'
import { signInAgent } from '../../resilience/harness/sign-in-agent.ts'
import type { Journey } from './journeys.ts'

/** Opens accounts from the launcher, signed out and signed in. */
export const launchAccounts: Journey = async (send, { variables, accountId }) => {
  const path = `/launch/${accountId}`
  const statusOf = async (asked: string, headers: Record<string, string> = {}) =>
    (await send({ path: asked, headers })).status
  expect(await statusOf(path)).toBe(303)
  expect(await statusOf(path, { 'Sec-Purpose': 'prefetch' })).toBe(204)

  const { cookies: Cookie } = await withServices(variables, signInAgent)
  expect(await statusOf(path, { Cookie })).toBe(303)
  expect(await statusOf('/launch/nowhere', { Cookie })).toBe(403)
  expect(await statusOf(`${path}?deepPath=%2F%2Fevil.example`, { Cookie })).toBe(400)
}
