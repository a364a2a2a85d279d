import { beforeEach, describe, expect, it } from 'vitest'
import type { NewSession, SessionTarget } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { activateSession, endSession } from '#lib/domain/accounts/account-sessions/store.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { isUniqueViolation } from '#lib/foundation/db/database.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertSession } from '#lib/testing/open-accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const cookie = (secretHash: string) => ({ secretHash, masterId: 'm' })
const pending = { secretHash: null, masterId: null, pendingMs: 5 * minuteMs }

let services: TestServices
let target: SessionTarget
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  const { id: userId } = await insertUser(services)
  const place = { accountId: 'acme', browserHash: 'browser', keyId: null, familyId: null }
  target = { ...place, userId, locale: 'en-us', backUrl: 'https://login.example.com/', deepPath: '/accounts/acme' }
})

function insert(sessionId: string, values: Partial<NewSession>): Promise<void> {
  const free = { pendingMs: null, holderId: '', replacedId: '', secretHash: null, masterId: null }
  return insertSession(services.db, { ...target, ...free, sessionId, ...values })
}

describe('a pending session', () => {
  beforeEach(() => insert('pending', pending))

  it('is activated once', async () => {
    const attempts = Array.from({ length: callersAtOnce(50) }, (_, index) =>
      activateSession(services.db, 'pending', cookie(`secret ${index}`)),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    const rows = await services.db.selectFrom('account_sessions').select('master_id').execute()
    expect(rows, 'the master secret that seals its cookie').toEqual([{ master_id: 'm' }])
  })

  it('cannot be activated after five minutes, nor after its end', async () => {
    services.clock.advance(5 * minuteMs)
    expect(await activateSession(services.db, 'pending', cookie('secret'))).toBe(false)
    services.clock.advance(-1)
    expect(await endSession(services.db, 'pending', 'discarded')).toBe(true)
    expect(await activateSession(services.db, 'pending', cookie('secret'))).toBe(false)
  })
})

describe('an open session', () => {
  beforeEach(() => insert('open', cookie('secret')))

  it('is the only one of its browser and account', async () => {
    const second = insert('second', cookie('other secret'))
    await expect(second).rejects.toSatisfy(isUniqueViolation)
    await insert('elsewhere', { ...cookie('third secret'), browserHash: 'another' })
  })

  it('ends once', async () => {
    const ends = await Promise.all(
      Array.from({ length: callersAtOnce(50) }, () => endSession(services.db, 'open', 'ended')),
    )
    expect(ends.filter(Boolean)).toHaveLength(1)
  })
})
