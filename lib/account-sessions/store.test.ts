import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionTarget } from '#lib/account-sessions/account-session.ts'
import { activateSession, endSession, insertSession } from '#lib/account-sessions/store.ts'
import { createAccount } from '#lib/accounts/create-account.ts'
import { minuteMs } from '#lib/clock.ts'
import { isUniqueViolation } from '#lib/db/database.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const cookie = (secretHash: string) => ({ secretHash, masterId: 'm' })

let services: TestServices
let target: SessionTarget
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, { id: 'acme', name: 'Acme', locale: null, deepPath: null })
  const { id: userId } = await insertUser(services)
  const place = { accountId: 'acme', browserHash: 'browser', keyId: null, familyId: null }
  target = { ...place, userId, locale: 'en-us', backUrl: 'https://login.example.com/', deepPath: '/accounts/acme' }
})

describe('a waiting session', () => {
  beforeEach(() => insertSession(services.db, { id: 'waiting', target, cookie: undefined }))

  it('is activated once', async () => {
    const attempts = Array.from({ length: 50 }, (_, index) =>
      activateSession(services.db, 'waiting', cookie(`secret ${index}`)),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    const rows = await services.db.selectFrom('account_sessions').select('master_id').execute()
    expect(rows, 'which master secret seals its cookie').toEqual([{ master_id: 'm' }])
  })

  it('cannot be activated after five minutes, nor after its end', async () => {
    services.clock.advance(5 * minuteMs)
    expect(await activateSession(services.db, 'waiting', cookie('secret'))).toBe(false)
    services.clock.advance(-1)
    expect(await endSession(services.db, 'waiting', 'discarded')).toBe(true)
    expect(await activateSession(services.db, 'waiting', cookie('secret'))).toBe(false)
  })
})

describe('an open session', () => {
  beforeEach(() => insertSession(services.db, { id: 'open', target, cookie: cookie('secret') }))

  it('stands alone in its place, whoever else would open one there', async () => {
    const second = insertSession(services.db, { id: 'second', target, cookie: cookie('other secret') })
    await expect(second).rejects.toSatisfy(isUniqueViolation)
    await insertSession(services.db, {
      id: 'elsewhere',
      target: { ...target, browserHash: 'another' },
      cookie: cookie('third secret'),
    })
  })

  it('ends once', async () => {
    const ends = await Promise.all(Array.from({ length: 50 }, () => endSession(services.db, 'open', 'ended')))
    expect(ends.filter(Boolean)).toHaveLength(1)
  })
})
