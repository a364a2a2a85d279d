import { beforeEach, describe, expect, it } from 'vitest'
import { listEvents } from '#lib/domain/events/activity/list-events.ts'
import { listApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { readEnv } from '#lib/kernel/env.ts'
import type { RestoreResult } from '#lib/server/backup/finalize-restore.ts'
import { type InPlaceOrder, restoreInPlace } from '#lib/server/backup/restore-backup.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { root, signInAs, visitor } from '#lib/testing/people.ts'
import { makeBackup, newTestFolder, restoreSite, restoreTo } from '#lib/testing/restoring.ts'
import { makeTestProgram, postGrant, type TestProgram } from '#lib/testing/test-grants.ts'
import { emptyDatabase, openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

let services: TestServices
let program: TestProgram

beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

const declare = (order: InPlaceOrder = {}): Promise<RestoreResult> => restoreInPlace(restoreSite(services), root, order)
const stateOfKey = async () => (await listApiKeys(services, root))[0]?.state

/** The same rows in another database, as a dump or a snapshot of a disk would leave them. */
async function moveToCopy(): Promise<TestServices> {
  const file = await makeBackup(services)
  const former = services
  services = await openTestServices()
  services.clock.set(former.clock.now())
  await restoreTo(services, file, { enableKeys: true })
  return former
}

const addressOf = (former: TestServices) => restoreSite(former).env.databaseUrl ?? `${former.env.dataDir}/latchkey.db`

describe('a database that was put back by other means', () => {
  it('holds no session, and no token from before works', async () => {
    const { cookieHeader } = await signInAs(services, program.owner)
    await declare({ enableKeys: true })
    expect(await readSignedInUser(testContext(services), cookieHeader)).toBeUndefined()
    expect((await postGrant(program.accessToken, { accountId: 'acme' })).status).toBe(401)
  })

  it('has every key disabled and listed, and new signing keys: nobody can tell what was revoked', async () => {
    expect(await declare()).toMatchObject({
      madeAt: null,
      users: 1,
      ignorance: 'none',
      keysToEnable: [{ keyId: program.keyId, name: 'CRM', owner: 'Robin Example' }],
      keepsSigningKeys: false,
      movedAside: null,
    })
    expect(await stateOfKey()).toBe('disabled')
  })

  it('has keys that work where that is asked for', async () => {
    expect(await declare({ enableKeys: true })).toMatchObject({ keysToEnable: [], keepsSigningKeys: true })
    expect(await stateOfKey()).toBe('active')
  })

  it('takes over what was taken in the database that it replaces, and its record', async () => {
    const former = await moveToCopy()
    former.clock.advance(1_000)
    await revokeApiKey(former, root, program.keyId)
    await deactivateUser(former, root, program.owner.id)
    expect(await declare({ replaced: addressOf(former), enableKeys: true })).toMatchObject({
      ignorance: null,
      carriedOver: { revokedKeys: 1, deactivatedUsers: 1, events: 2 },
      keysToEnable: [],
    })
    expect(await stateOfKey()).toBe('revoked')
    const { events } = await listEvents(services, root, {})
    expect(events.map(({ kind }) => kind)).toContain('user.deactivated')
  })

  it('trusts the replaced one with the keys that are good there, unless it ends earlier', async () => {
    const former = await moveToCopy()
    services.clock.advance(1_000)
    expect(await declare({ replaced: addressOf(former) })).toMatchObject({ ignorance: null, keysToEnable: [] })
    expect(await stateOfKey()).toBe('active')
    // Something has been recorded here since: what happened there meanwhile, if anything, is not known.
    expect(await declare({ replaced: addressOf(former) })).toMatchObject({ ignorance: 'older' })
    expect(await stateOfKey()).toBe('disabled')
  })

  it('is recorded', async () => {
    await declare()
    const { events } = await listEvents(services, root, { kind: 'database' })
    expect(events).toMatchObject([{ subject: { name: '' }, details: { via: 'other means', keysToEnable: 1 } }])
  })
})

describe('is refused', () => {
  const nothing = 'The configured database is not one that was restored: put it back first, or name a backup.'

  it('where there is nothing', async () => {
    const variables = { DATA_DIR: newTestFolder(), LATCHKEY_SECRET: testSecret }
    const site = { ...restoreSite(services), env: readEnv({ ...variables, ...(await emptyDatabase()) }) }
    await expect(restoreInPlace(site, root, {})).rejects.toMatchObject({ code: 'conflict', description: nothing })
  })

  it('without the master secret, saying what would be void', async () => {
    const site = restoreSite(services)
    const env = { ...site.env, masterSecrets: ['another master secret of 32 characters and more'] }
    await expect(restoreInPlace({ ...site, env }, root, {})).rejects.toMatchObject({
      code: 'conflict',
      detail: 'without it 1 API key and 2 signing keys would be void',
    })
    expect(await stateOfKey()).toBe('active')
  })

  it('with itself as the replaced one, which would vouch for every key', async () => {
    await expect(declare({ replaced: addressOf(services) })).rejects.toMatchObject({
      detail: 'it is the one to restore',
    })
    expect(await stateOfKey()).toBe('active')
  })

  it('to everybody but the operator', async () => {
    await expect(restoreInPlace(restoreSite(services), visitor, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await stateOfKey()).toBe('active')
  })
})
