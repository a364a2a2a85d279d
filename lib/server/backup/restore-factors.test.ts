import { beforeEach, describe, expect, it } from 'vitest'
import { readOwnFactors, removeApp, removePasskey } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { redeemSecondFactor } from '#lib/domain/sign-in/second-factor/redeem-code.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { restoreBackup } from '#lib/server/backup/restore-backup.ts'
import { addTestApp, addTestPasskey, codeOf } from '#lib/testing/factors.ts'
import { insertUser, root, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { makeBackup, restoreSite, restoreTo } from '#lib/testing/restoring.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let user: User
let session: SignedIn

beforeEach(async () => {
  services = await openTestServices()
  user = await insertUser(services, { role: 'admin' })
  session = await signInAs(services, user)
})

async function backUp(): Promise<string> {
  services.clock.advance(minuteMs)
  const file = await makeBackup(services)
  services.clock.advance(minuteMs)
  return file
}

async function listFactors() {
  const { passkeys, app } = await readOwnFactors(services, session.person)
  return { passkeys: passkeys.map(({ name }) => name), hasApp: app !== undefined }
}

describe('a restore beside the database that it replaces', () => {
  it('leaves removed factors removed, and keeps those added since the backup', async () => {
    await addTestPasskey(services, session.person, 'Lost phone')
    await addTestApp(services, session.person)
    const file = await backUp()
    const lost = (await readOwnFactors(services, session.person)).passkeys[0]
    await addTestPasskey(services, session.person, 'New phone')
    await removePasskey(services, session.person, lost?.id ?? '')
    await removeApp(services, session.person)
    await restoreTo(services, file)
    expect(await listFactors()).toEqual({ passkeys: ['New phone'], hasApp: false })
  })

  it('refuses a code that was used since the backup', async () => {
    const { secret } = await addTestApp(services, session.person)
    const file = await backUp()
    const code = codeOf(services, secret)
    expect(await redeemSecondFactor(services, session.person, { user, code })).toBe(true)
    await restoreTo(services, file)
    expect(await redeemSecondFactor(services, session.person, { user, code })).toBe(false)
    expect(await redeemSecondFactor(services, session.person, { user, code: codeOf(services, secret, 1) })).toBe(true)
  })

  it('drops the factors of users who were added since the backup', async () => {
    const file = await backUp()
    const later = await insertUser(services, { role: 'agent' })
    await addTestPasskey(services, (await signInAs(services, later)).person)
    await restoreTo(services, file)
    expect(await services.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  })
})

describe('a restore that cannot know which factors were removed', () => {
  const restoreElsewhere = async (file: string) => {
    const now = services.clock.now()
    services = await openTestServices()
    services.clock.set(now)
    await restoreBackup(restoreSite(services), root, { file })
  }

  it('brings back those of the backup to a new database', async () => {
    await addTestPasskey(services, session.person, 'Phone')
    await restoreElsewhere(await backUp())
    expect(await listFactors()).toEqual({ passkeys: ['Phone'], hasApp: false })
  })

  it('brings them back to a database that ends before the backup', async () => {
    const source = services
    await restoreElsewhere(await backUp())
    const older = services
    services = source
    services.clock.advance(minuteMs)
    await addTestPasskey(source, session.person, 'Phone')
    const file = await backUp()
    services = older
    await restoreTo(older, file)
    expect(await listFactors()).toEqual({ passkeys: ['Phone'], hasApp: false })
  })
})
