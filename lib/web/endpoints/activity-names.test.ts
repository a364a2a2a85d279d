import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { account } from '#lib/testing/accounts.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { activityNamesEndpoint } from '#lib/web/endpoints/activity-names.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function get(query: string, role?: PortalRole): Promise<Response> {
  const user = role && (await insertUser(services, { role, name: 'Olivia', username: 'olivia' }))
  const cookie = user ? (await signInAs(services, user)).cookieHeader : ''
  const request = new Request(`${testBaseUrl}/activity/names${query}`, { headers: { cookie } })
  return callEndpoint(activityNamesEndpoint, request, '192.0.2.7')
}

describe('GET /activity/names', () => {
  it('200: the closest names first, at most eight', async () => {
    for (const name of ['A Mill', 'B Mill', 'C Mill', 'D Mill', 'E Mill', 'F Mill', 'G Mill', 'H Mill', 'Mill']) {
      await createAccount(services, root, account({ id: name.replace(' ', '-'), name }))
    }
    const { choices, status } = await (await get('?filter=account&q=mill', 'admin')).json()
    expect(choices[0]).toEqual({ id: 'Mill', name: 'Mill', fact: 'Mill' })
    expect([choices.length, status]).toEqual([8, '8 results'])
  })

  it('200: says that there is none', async () => {
    const response = await get('?filter=person&q=zoe', 'admin')
    expect(await response.json()).toEqual({ choices: [], status: 'No user is called “zoe”.' })
  })

  it('400: for another filter', async () => {
    expect((await get('?filter=network&q=x', 'admin')).status).toBe(400)
  })

  it('401: without a session; 403: for an agent, who could otherwise find out who is a user', async () => {
    expect((await get('?filter=person&q=olivia')).status).toBe(401)
    expect((await get('?filter=person&q=olivia', 'agent')).status).toBe(403)
  })
})
