import { beforeEach, describe, expect, it } from 'vitest'
import { readCodes } from '#lib/domain/sign-in/recovery-codes/store.ts'
import { redeemSecondFactor } from '#lib/domain/sign-in/second-factor/redeem-code.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { addTestApp, codeOf, type TestApp } from '#lib/testing/factors.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let person: PortalUser
let app: TestApp

beforeEach(async () => {
  services = await openTestServices()
  person = personOf(services, await insertUser(services))
  app = await addTestApp(services, person)
  services.clock.advance(60_000)
})

/** Below the limit on wrong codes, which would refuse most of them. */
function redeemInParallel(codes: readonly string[]): Promise<readonly boolean[]> {
  const user = { id: person.userId, name: person.name }
  return Promise.all(codes.map((code) => redeemSecondFactor(services, person, { user, code })))
}

const usesOf = (outcomes: readonly boolean[]) => outcomes.filter(Boolean).length

describe('of many parallel uses of one code', () => {
  it('a recovery code lets one through, and one is recorded', async () => {
    const [code = ''] = app.recoveryCodes ?? []
    expect(usesOf(await redeemInParallel(Array.from({ length: callersAtOnce(100) }, () => code)))).toBe(1)
    expect((await readCodes(services.db, person.userId)).left).toBe(9)
    const used = services.db.selectFrom('audit_events').select('id').where('details', 'like', '%code_used%')
    expect(await used.execute()).toHaveLength(1)
    expect(usesOf(await redeemInParallel([code]))).toBe(0)
  })

  it('a code of the app lets one through', async () => {
    const code = codeOf(services, app.secret)
    expect(usesOf(await redeemInParallel(Array.from({ length: callersAtOnce(100) }, () => code)))).toBe(1)
  })
})

it('ten recovery codes, ten times each in parallel, let ten through', async () => {
  const codes = Array.from({ length: 10 }, () => app.recoveryCodes ?? []).flat()
  expect(usesOf(await redeemInParallel(codes))).toBe(10)
  expect((await readCodes(services.db, person.userId)).left).toBe(0)
})
