import { expect, it } from 'vitest'
import { Refusal, type RefusalCode } from '#lib/errors.ts'
import { countFailures } from '#lib/oauth/count-failures.ts'
import { createRateLimits } from '#lib/rate-limits.ts'

const refuse = (code: RefusalCode) => async () => {
  throw new Refusal(code)
}

it('counts nothing but the refusal it was told to count', async () => {
  const counts = [{ limit: createRateLimits().clientAtNetwork, subject: '192.0.2.1' }]
  for (let i = 0; i < 30; i++) {
    expect(await countFailures('invalid_client', counts, async () => i)).toBe(i)
    for (const code of ['temporarily_unavailable', 'invalid_request', 'server_error'] as const) {
      await expect(countFailures('invalid_client', counts, refuse(code))).rejects.toMatchObject({ code })
    }
    const unforeseen = countFailures('invalid_client', counts, () => Promise.reject(new Error('unforeseen')))
    await expect(unforeseen).rejects.toThrow('unforeseen')
  }
  await expect(countFailures('invalid_client', counts, refuse('invalid_client'))).rejects.toMatchObject({
    code: 'invalid_client',
  })
})

it('counts under every subject it is given', async () => {
  const { clientAtNetwork, clientsAtNetwork } = createRateLimits()
  const counts = [
    { limit: clientAtNetwork, subject: 'a' },
    { limit: clientsAtNetwork, subject: 'b' },
  ]
  for (let i = 0; i < 20; i++) await countFailures('invalid_client', counts, refuse('invalid_client')).catch(() => {})
  await expect(clientAtNetwork.check('a')).rejects.toMatchObject({ code: 'too_many_requests' })
  for (let i = 0; i < 180; i++) await clientsAtNetwork.countFailure('b')
  await expect(clientsAtNetwork.check('b')).rejects.toMatchObject({ code: 'too_many_requests' })
})
