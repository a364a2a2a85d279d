import { beforeEach, describe, expect, it } from 'vitest'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { clientFields, makeTestKey, postToken, refreshFields, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

async function postBadAccessToken(address: string): Promise<number> {
  const headers = { Authorization: 'Bearer not-a-token' }
  const body = new URLSearchParams({ accountId: 'acme' })
  const request = new Request(`${testBaseUrl}/auth/v1/sso`, { method: 'POST', headers, body })
  return (await callEndpoint(ssoGrantEndpoint, request, address)).status
}

const attacks: Record<
  string,
  Readonly<{ limit: number; counted?: number; post: (address: string, attempt: number) => Promise<number> }>
> = {
  'invalid_client of one key': {
    limit: 20,
    post: async (address) =>
      (await postToken({ ...clientFields(key), clientSecret: newKeySecret() }, { address })).status,
  },
  'invalid_client of any key': {
    limit: 200,
    counted: 190,
    post: async (address, attempt) => {
      const clientId = `lkid_${String(attempt).padStart(20, '0')}`
      return (await postToken({ ...clientFields(key), clientId, clientSecret: newKeySecret() }, { address })).status
    },
  },
  invalid_grant: {
    limit: 60,
    post: async (address) => (await postToken(refreshFields(key.email, 'x'), { address })).status,
  },
  invalid_token: { limit: 60, post: postBadAccessToken },
}

describe.each(Object.entries(attacks))('%s', (_, { limit, counted = 0, post }) => {
  it.each([
    ['IPv6 addresses of one /64', (n: number) => `2001:db8:1:2::${n.toString(16)}`, '2001:db8:1:3::1'],
    ['one IPv4 address in both spellings', (n: number) => `${n % 2 ? '::ffff:' : ''}192.0.2.9`, '192.0.2.10'],
  ])('is limited for %s together, and for no other network', async (_name, addressOf, other) => {
    for (let failure = 1; failure <= counted; failure++) {
      await services.limits.clientsAtNetwork.countFailure(toClientNetwork(addressOf(failure)))
    }
    for (let attempt = counted + 1; attempt <= limit; attempt++)
      expect(await post(addressOf(attempt), attempt)).not.toBe(429)
    expect(await post(addressOf(limit + 1), limit + 1)).toBe(429)
    expect(await post(other, limit + 2)).not.toBe(429)
  })
})
