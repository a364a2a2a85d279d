import { expect, it, vi } from 'vitest'
import { createRateLimits } from '#lib/kernel/rate-limits.ts'

const tooMany = { code: 'too_many_requests' }

it('a limit remembers 10,000 subjects, and drops the one that began first', async () => {
  const { clientAtNetwork } = createRateLimits()
  for (let failure = 0; failure < 20; failure++) {
    await clientAtNetwork.countFailure('first')
    await clientAtNetwork.countFailure('second')
  }
  for (let index = 0; index < 9_998; index++) await clientAtNetwork.countFailure(`network ${index}`)
  await expect(clientAtNetwork.check('first')).rejects.toMatchObject(tooMany)
  await clientAtNetwork.countFailure('one more')
  await clientAtNetwork.check('first')
  await expect(clientAtNetwork.check('second')).rejects.toMatchObject(tooMany)
})

it('each limit refuses after its own number of failures', async () => {
  const limits = createRateLimits()
  for (const [name, failures] of [
    ['clientAtNetwork', 20],
    ['clientsAtNetwork', 200],
    ['tokensAtNetwork', 60],
    ['leakChecksOfUser', 30],
    ['testMailsOfUser', 5],
    ['passkeysAtNetwork', 60],
    ['providersAtNetwork', 60],
    ['logoutsAtNetwork', 60],
  ] as const) {
    for (let failure = 0; failure < failures; failure++) await limits[name].countFailure('a network')
    await expect(limits[name].countFailure('a network')).rejects.toMatchObject(tooMany)
    await expect(limits[name].check('a network')).rejects.toMatchObject(tooMany)
  }
})

it('a limit gives a subject new failures a minute after its first one, to the millisecond', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { testMailsOfUser } = createRateLimits()
    for (let failure = 0; failure < 5; failure++) {
      await testMailsOfUser.countFailure('a user')
      vi.advanceTimersByTime(10_000)
    }
    vi.advanceTimersByTime(9_999)
    await expect(testMailsOfUser.check('a user')).rejects.toMatchObject({ ...tooMany, retryAfterSeconds: 1 })
    await expect(testMailsOfUser.countFailure('a user')).rejects.toMatchObject(tooMany)
    vi.advanceTimersByTime(1)
    for (let failure = 0; failure < 5; failure++) {
      await testMailsOfUser.check('a user')
      await testMailsOfUser.countFailure('a user')
    }
    await expect(testMailsOfUser.check('a user')).rejects.toMatchObject({ ...tooMany, retryAfterSeconds: 60 })
  } finally {
    vi.useRealTimers()
  }
})
