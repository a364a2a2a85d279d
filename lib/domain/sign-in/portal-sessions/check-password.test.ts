import { beforeEach, expect, it, vi } from 'vitest'
import { checkPassword } from '#lib/domain/sign-in/portal-sessions/check-password.ts'
import { userLimit } from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const fifteenMinutes = 15 * minuteMs

let services: TestServices
let verified: number

beforeEach(async () => {
  services = await openTestServices()
  verified = 0
})

/** One attempt with the `outcome` of its password check, or the error that prevents it. */
async function attempt(outcome: boolean | Error, target = 'jane', judge = checkPassword): Promise<string> {
  const judged = judge(services, {
    lane: target,
    limits: [userLimit(target, '192.0.2.7')],
    verify: async () => {
      verified += 1
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    recordFailure: async () => {},
  })
  return judged.then(
    (isRight) => (isRight ? 'right' : 'wrong'),
    (error) => error.code ?? error.message,
  )
}

/** The use case in another process, with its own queue. */
async function loadAnew(): Promise<typeof checkPassword> {
  vi.resetModules()
  return (await import('#lib/domain/sign-in/portal-sessions/check-password.ts')).checkPassword
}

async function fail(times: number): Promise<void> {
  for (let round = 0; round < times; round++) expect(await attempt(false)).toBe('wrong')
}

it('ten failures are checked, then passwords are refused unchecked', async () => {
  await fail(10)
  expect(await attempt(true)).toBe('too_many_requests')
  expect(verified).toBe(10)
})

it('fifteen minutes after the first failure, to the millisecond, ten more are checked', async () => {
  await fail(1)
  services.clock.advance(minuteMs)
  await fail(9)
  services.clock.advance(fifteenMinutes - minuteMs - 1)
  expect(await attempt(true)).toBe('too_many_requests')
  services.clock.advance(1)
  await fail(10)
  expect(await attempt(true)).toBe('too_many_requests')
})

it('the right password resets the count', async () => {
  await fail(9)
  expect(await attempt(true)).toBe('right')
  await fail(9)
  expect(await attempt(true)).toBe('right')
})

it('each target has its own count', async () => {
  await fail(10)
  expect(await attempt(true, 'jill')).toBe('right')
})

it('an error during the check is not a failure', async () => {
  for (let round = 0; round < 20; round++) expect(await attempt(new Error('busy'))).toBe('busy')
  expect(await attempt(true)).toBe('right')
})

it('parallel guesses get no more attempts than sequential ones', async () => {
  const guesses = Array.from({ length: 200 }, (_, index) => attempt(index === 150))
  const answers = await Promise.all(guesses)
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(10)
  expect(answers.filter((answer) => answer === 'too_many_requests')).toHaveLength(190)
  expect(verified).toBe(10)
})

it('concurrent guesses at three instances are checked ten times in total', async () => {
  const instances = await Promise.all([1, 2, 3].map(loadAnew))
  const guesses = Array.from({ length: 60 }, (_, n) => attempt(false, 'jane', instances[n % 3]))
  const answers = await Promise.all(guesses)
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(10)
  expect(answers.filter((answer) => answer === 'too_many_requests')).toHaveLength(50)
  // Charged before the hash: no instance looks at one password too many.
  expect(verified).toBe(10)
})

it('closed windows are deleted', async () => {
  for (let round = 0; round < 30; round++) await attempt(false, `guess ${round}`)
  services.clock.advance(fifteenMinutes - 1)
  await attempt(false)
  expect(await sweep(services)).toEqual({})
  services.clock.advance(1)
  await attempt(false)
  expect(await sweep(services)).toEqual({ sign_in_failures: 30 })
  const rows = await services.db.selectFrom('sign_in_failures').select('failures').execute()
  expect(rows).toEqual([{ failures: 2 }])
})
