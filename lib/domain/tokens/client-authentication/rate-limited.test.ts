import { beforeEach, expect, it } from 'vitest'
import { withClientRateLimit, withTokenRateLimit } from '#lib/domain/tokens/client-authentication/rate-limited.ts'
import { Refusal, type RefusalCode } from '#lib/kernel/errors.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const context = { address: '192.0.2.1', requestId: 'req_1' }
const credentials = { keyId: 'lkid_1', secret: '' }
const refuse = (code: RefusalCode) => () => Promise.reject(new Refusal(code))

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

it('counts only the refusal that it limits', async () => {
  for (let i = 0; i < 70; i++) {
    expect(await withTokenRateLimit(services, context, 'invalid_grant', async () => i)).toBe(i)
    for (const code of ['temporarily_unavailable', 'invalid_request', 'invalid_token', 'server_error'] as const) {
      const attempt = withTokenRateLimit(services, context, 'invalid_grant', refuse(code))
      await expect(attempt).rejects.toMatchObject({ code })
    }
    const bug = withTokenRateLimit(services, context, 'invalid_grant', () => Promise.reject(new Error('a bug')))
    await expect(bug).rejects.toThrow('a bug')
  }
  const failure = withTokenRateLimit(services, context, 'invalid_grant', refuse('invalid_grant'))
  await expect(failure).rejects.toMatchObject({ code: 'invalid_grant' })
})

it('counts a failed client per key and network, and per network', async () => {
  const { clientAtNetwork, clientsAtNetwork } = services.limits
  const fail = () => withClientRateLimit(services, context, credentials, refuse('invalid_client'))
  for (let i = 0; i < 20; i++) await expect(fail()).rejects.toMatchObject({ code: 'invalid_client' })
  await expect(fail()).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(clientAtNetwork.check('192.0.2.1 lkid_1')).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let i = 0; i < 180; i++) await clientsAtNetwork.countFailure('192.0.2.1')
  await expect(clientsAtNetwork.check('192.0.2.1')).rejects.toMatchObject({ code: 'too_many_requests' })
})
