import { beforeEach, describe, expect, it } from 'vitest'
import { searchApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { countCallsInLastDay } from '#lib/domain/keys/usage/count-calls-in-last-day.ts'
import { type UsageBucket, usagePeriods } from '#lib/domain/keys/usage/key-usage.ts'
import { deleteOldKeyUsage } from '#lib/domain/keys/usage/key-usage-store.ts'
import { readDailyCalls } from '#lib/domain/keys/usage/read-daily-calls.ts'
import { readKeyUsage } from '#lib/domain/keys/usage/read-key-usage.ts'
import { startUsageWriter, writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { countUse, maxKeyCounts } from '#lib/foundation/buffers/usage-counts.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { startTestRotation } from '#lib/testing/rotations.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { clientFields, postToken, readTokens, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  services.usage.clear()
  services.keyUsage.clear()
})

const secretId = () => `ksec_${program.keyId.slice(5)}`
const currentSecret = async () =>
  (await services.db.selectFrom('key_secrets').select('id').executeTakeFirstOrThrow()).id
const allKeys = { search: '', state: 'all', age: 'any', ownerId: '', sort: 'newest', page: 1 } as const
const read = async (period: (typeof usagePeriods)[number]) =>
  (await readKeyUsage(services, root, { keyId: program.keyId, period })).buckets
const sum = (buckets: readonly UsageBucket[]) =>
  buckets.reduce(
    (all, { current, earlier, opened, refused }) => [
      (all[0] ?? 0) + current,
      (all[1] ?? 0) + earlier,
      (all[2] ?? 0) + opened,
      (all[3] ?? 0) + refused,
    ],
    [0, 0, 0, 0],
  )

describe('usage by key', () => {
  it('is listed by day for keys that the reader may manage, without refusals', async () => {
    const key = { id: program.keyId, secret: program.secret }
    await postToken(clientFields(key))
    await postToken(clientFields({ ...key, secret: `${program.secret}x` }))
    await writeUsage(services)
    services.clock.advance(2 * dayMs)
    await postToken(clientFields(key))
    await postToken(clientFields(key))
    await writeUsage(services)
    const { keys } = await searchApiKeys(services, root, allKeys)
    const calls = await readDailyCalls(services, root, keys)
    expect([...calls]).toEqual([[key.id, [...new Array(27).fill(0), 1, 0, 2]]])
    services.clock.advance(28 * dayMs)
    expect((await readDailyCalls(services, root, keys)).get(key.id)).toEqual([0, 2, ...new Array(28).fill(0)])
    const ownersKeys = keys.map(({ id }) => ({ id, owner: { id: 'usr_x', name: 'Olga', role: 'owner' } as const }))
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    expect(await readDailyCalls(services, admin, ownersKeys)).toEqual(new Map())
    await expect(readDailyCalls(services, anyPerson('agent'), keys)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('counts tokens, refreshes, links, opened accounts and refusals, by the secret that they began with', async () => {
    const key = { id: program.keyId, secret: program.secret }
    const { refreshToken } = await readTokens(await postToken(clientFields(key)))
    await postToken(refreshFields(program.owner.username, refreshToken))
    await new TestBrowser().open((await issueLink(program)).href)
    await postToken(clientFields({ ...key, secret: `${program.secret}x` }))
    await writeUsage(services)
    for (const period of usagePeriods) expect(sum(await read(period)), period).toEqual([3, 0, 1, 1])
    const rows = await services.db
      .selectFrom('key_usage')
      .select(['name', 'secret_id', 'count'])
      .where('period', '=', 'hour')
      .where('name', '!=', 'refused')
      .orderBy('name')
      .execute()
    const secret_id = await currentSecret()
    expect(rows).toEqual([
      { name: 'account-opened', secret_id, count: 1 },
      { name: 'link-issued', secret_id, count: 1 },
      { name: 'token-issued', secret_id, count: 1 },
      { name: 'token-refreshed', secret_id, count: 1 },
    ])
  })

  it('counts what was just seen, before the interval writes it', async () => {
    const key = { id: program.keyId, secret: program.secret }
    await postToken(clientFields(key))
    await postToken(clientFields({ ...key, secret: `${program.secret}x` }))
    expect(sum(await read('day'))).toEqual([1, 0, 0, 1])
    await postToken(clientFields(key))
    const { keys } = await searchApiKeys(services, root, allKeys)
    expect((await readDailyCalls(services, root, keys)).get(key.id)?.at(-1)).toBe(2)
    await postToken(clientFields(key))
    expect((await countCallsInLastDay(services, root, keys)).get(key.id)).toBe(3)
    await postToken(clientFields(key))
    expect((await readKeySecrets(services, root, key.id)).secrets[0]?.callsInLastDay).toBe(4)
  })

  it('counts the same calls of 24 hours on the page, in dialogs and lists, and for the secrets', async () => {
    const key = { id: program.keyId, secret: program.secret }
    const { refreshToken } = await readTokens(await postToken(clientFields(key)))
    await postToken(refreshFields(program.owner.username, refreshToken))
    await issueLink(program)
    await postToken(clientFields({ ...key, secret: `${program.secret}x` }))
    const { keys } = await searchApiKeys(services, root, allKeys)
    const counts = async () => [
      sum(await read('day'))[0],
      (await countCallsInLastDay(services, root, keys)).get(key.id) ?? 0,
      (await readKeySecrets(services, root, key.id)).secrets[0]?.callsInLastDay,
    ]
    expect(await counts()).toEqual([3, 3, 3])
    services.clock.advance(23 * hourMs)
    expect(await counts()).toEqual([3, 3, 3])
    services.clock.advance(hourMs)
    expect(await counts()).toEqual([0, 0, 0])
    const ofOwner = keys.map(({ id }) => ({ id, owner: { id: 'usr_x', name: 'Olga', role: 'owner' } as const }))
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    expect(await countCallsInLastDay(services, admin, ofOwner)).toEqual(new Map())
  })

  it('is told for each secret, and for what no known secret did', async () => {
    const key = { id: program.keyId, secret: program.secret, ownerId: '', email: '', username: '' }
    const first = await currentSecret()
    const { rotated } = await startTestRotation(services, key)
    await readTokens(await postToken(clientFields({ ...key, ...rotated })))
    await readTokens(await postToken(clientFields(key)))
    await new TestBrowser().open((await issueLink(program)).href)
    await postToken(clientFields({ ...key, secret: `${program.secret}x` }))
    await writeUsage(services)
    const { secrets } = await readKeySecrets(services, root, program.keyId)
    const [second] = secrets
    expect(secrets.map(({ id, callsInLastDay }) => [id, callsInLastDay])).toEqual([
      [second?.id, 2],
      [first, 2],
    ])
    for (const period of usagePeriods) {
      const { bySecret } = await readKeyUsage(services, root, { keyId: program.keyId, period })
      expect(bySecret.toSorted((one, other) => one.opened - other.opened || one.refused - other.refused)).toEqual([
        { secretId: second?.id, calls: 2, opened: 0, refused: 0 },
        { secretId: '', calls: 0, opened: 0, refused: 1 },
        { secretId: first, calls: 2, opened: 1, refused: 0 },
      ])
    }
    services.clock.advance(23 * hourMs)
    expect((await readKeySecrets(services, root, program.keyId)).secrets.map((each) => each.callsInLastDay)).toEqual([
      2, 2,
    ])
    services.clock.advance(hourMs)
    expect((await readKeySecrets(services, root, program.keyId)).secrets.map((each) => each.callsInLastDay)).toEqual([
      0, 0,
    ])
  })

  it('says since when the current secret replaced another one, which no first secret did', async () => {
    const rotatedAt = async () =>
      (await readKeyUsage(services, root, { keyId: program.keyId, period: 'month' })).rotatedAt
    // As of a key that the command line generates: both instants are read from the database, one after the other.
    await services.db
      .updateTable('key_secrets')
      .set({ current_since: testStart + 1 })
      .execute()
    expect(await rotatedAt()).toBe(null)
    services.clock.advance(hourMs)
    await startTestRotation(services, {
      id: program.keyId,
      secret: program.secret,
      ownerId: '',
      email: '',
      username: '',
    })
    expect(await rotatedAt()).toBe(testStart + hourMs)
  })

  it('splits calls between the current secret and earlier ones', async () => {
    countUse(services, 'token-issued', { keyId: program.keyId, secretId: await currentSecret() })
    countUse(services, 'token-issued', { keyId: program.keyId, secretId: secretId() })
    countUse(services, 'link-issued', { keyId: program.keyId })
    await writeUsage(services)
    expect(sum(await read('day'))).toEqual([1, 2, 0, 0])
  })

  it('belongs to the hour, the day and the week in which it is written', async () => {
    const subject = { keyId: program.keyId, secretId: await currentSecret() }
    services.clock.set(testStart + hourMs - 1)
    countUse(services, 'token-issued', subject)
    await writeUsage(services)
    services.clock.set(testStart + hourMs)
    countUse(services, 'token-issued', subject)
    await writeUsage(services)
    const day = await read('day')
    expect(day.slice(-2).map(({ since, current }) => [since, current])).toEqual([
      [testStart, 1],
      [testStart + hourMs, 1],
    ])
    const today = testStart - (testStart % dayMs)
    expect((await read('month')).at(-1)).toMatchObject({ since: today, current: 2 })
    expect((await read('year')).at(-1)).toMatchObject({ since: today - 6 * dayMs, current: 2 })
    expect([day.length, (await read('month')).length, (await read('year')).length]).toEqual([24, 30, 52])
  })

  it('leaves a bucket of every period as time goes on', async () => {
    countUse(services, 'token-issued', { keyId: program.keyId, secretId: await currentSecret() })
    await writeUsage(services)
    const counts = async () => Promise.all(usagePeriods.map(async (period) => sum(await read(period))[0]))
    services.clock.set(testStart + 24 * hourMs)
    expect(await counts()).toEqual([0, 1, 1])
    services.clock.set(testStart + 30 * dayMs)
    expect(await counts()).toEqual([0, 0, 1])
    services.clock.set(testStart + 364 * dayMs)
    expect(await counts()).toEqual([0, 0, 0])
  })

  it('of several processes is summed, also when they write at once', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openTestServices({ DATA_DIR: services.env.dataDir })))
    const subject = { keyId: program.keyId, secretId: await currentSecret() }
    for (const each of [services, ...others]) {
      for (let n = 0; n < 5; n++) countUse(each, 'account-opened', subject)
    }
    await Promise.all([services, ...others].map((each) => writeUsage(each)))
    expect(sum(await read('month'))[2]).toBe(20)
  })

  it('ignores keys that do not exist', async () => {
    countUse(services, 'refused:invalid_client', { keyId: 'lkid_unknown' })
    await writeUsage(services)
    expect(await services.db.selectFrom('key_usage').selectAll().execute()).toEqual([])
  })

  it('has a bound: beyond it, only the totals are counted', async () => {
    for (let n = 0; n < maxKeyCounts + 7; n++) countUse(services, 'refused:invalid_client', { keyId: `lkid_${n}` })
    expect([services.keyUsage.size, services.usage.get('refused:invalid_client')]).toEqual([
      maxKeyCounts,
      maxKeyCounts + 7,
    ])
  })

  it('is written when the process stops, and later if it can’t be written', async () => {
    const writer = startUsageWriter(services)
    countUse(services, 'token-issued', { keyId: program.keyId, secretId: await currentSecret() })
    await writeUsage({ ...services, db: undefined as never })
    expect(services.keyUsage.size).toBe(1)
    await writer.stop()
    expect([services.keyUsage.size, sum(await read('day'))[0]]).toEqual([0, 1])
  })

  it('keeps hours for 61 days and days for 366', async () => {
    countUse(services, 'account-opened', { keyId: program.keyId })
    await writeUsage(services)
    const periods = async () => (await services.db.selectFrom('key_usage').select('period').execute()).length
    services.clock.set(testStart + 61 * dayMs - 1)
    await deleteOldKeyUsage(services.db, 10)
    expect(await periods()).toBe(2)
    services.clock.set(testStart + 61 * dayMs)
    expect(await deleteOldKeyUsage(services.db, 10)).toBe(1)
    services.clock.set(testStart - (testStart % dayMs) + 366 * dayMs)
    expect([await deleteOldKeyUsage(services.db, 10), await periods()]).toEqual([1, 0])
  })
})

it('usage is refused to agents', async () => {
  const refused = { code: 'forbidden' }
  await expect(
    readKeyUsage(services, anyPerson('agent'), { keyId: program.keyId, period: 'day' }),
  ).rejects.toMatchObject(refused)
})
