import { beforeEach, describe, expect, it } from 'vitest'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { endRehearsal, rehearseRetirement } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import { retireDueSecrets } from '#lib/domain/keys/key-rotation/retire-due-secrets.ts'
import { retireSecret } from '#lib/domain/keys/key-rotation/retire-secret.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { installServices, type Services } from '#lib/foundation/services.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { root } from '#lib/testing/people.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram } from '#lib/testing/test-grants.ts'
import { issueTestTokens, makeTestKey, postToken, refreshFields, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

const details = async (kind: string) => {
  const rows = await services.db.selectFrom('audit_events').select('details').where('kind', '=', kind).execute()
  return rows.map((row) => JSON.parse(row.details))
}

async function idOf(state: 'pending' | 'current' | 'retiring'): Promise<string> {
  const { secrets } = await readKeySecrets(services, root, key.id)
  return secrets.find((secret) => secret.state === state)?.id ?? ''
}

const refresh = async (refreshToken: string) => (await postToken(refreshFields(key.username, refreshToken))).status

describe('retiring a secret now', () => {
  it('refuses it at once, and leaves its families running', async () => {
    const { refreshToken } = await issueTestTokens(key)
    await startTestRotation(services, key)
    const secretId = await idOf('retiring')
    await retireSecret(services, root, { keyId: key.id, secretId })
    expect([await tryTestSecret(key, key.secret), await refresh(refreshToken)]).toEqual([401, 200])
    expect(await details('api_key.secret_retired')).toMatchObject([{ secretId, reason: 'asked', families: 0 }])
  })

  it('ends its families and their account sessions where that is asked for', async () => {
    const program = await makeTestProgram(services)
    key = { ...key, id: program.keyId, secret: program.secret, username: program.owner.username }
    const browser = new TestBrowser()
    await browser.open((await issueLink(program)).href)
    const { refreshToken } = await issueTestTokens(key)
    await startTestRotation(services, key)
    await retireSecret(services, root, { keyId: key.id, secretId: await idOf('retiring'), endFamilies: true })
    expect(await refresh(refreshToken)).toBe(400)
    const sessions = await services.db.selectFrom('account_sessions').select(['ended_at', 'end_reason']).execute()
    expect(sessions).toEqual([{ ended_at: testStart, end_reason: 'family_revoked' }])
    const families = services.db.selectFrom('refresh_families').select('revoked_reason').where('revoked_at', 'is', null)
    // The new secret's family goes on.
    expect(await families.execute()).toHaveLength(1)
  })

  it('discards a pending one', async () => {
    const { secret } = await rotateSecret(services, root, { keyId: key.id })
    await retireSecret(services, root, { keyId: key.id, secretId: await idOf('pending') })
    expect([await tryTestSecret(key, secret), await tryTestSecret(key, key.secret)]).toEqual([401, 200])
    expect(await details('api_key.secret_retired')).toMatchObject([{ reason: 'discarded' }])
  })

  it('is refused for the current secret, for a retired one, and for one that the key does not have', async () => {
    await startTestRotation(services, key)
    const [current, retiring] = [await idOf('current'), await idOf('retiring')]
    const retire = (secretId: string, keyId = key.id) => retireSecret(services, root, { keyId, secretId })
    await expect(retire(current)).rejects.toMatchObject({ code: 'conflict' })
    await expect(retire(retiring, (await makeTestKey(services)).id)).rejects.toMatchObject({ code: 'not_found' })
    await retire(retiring)
    await expect(retire(retiring)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('happens once, of 20 parallel requests', async () => {
    await startTestRotation(services, key)
    const secretId = await idOf('retiring')
    const requests = Array.from({ length: 20 }, () => retireSecret(services, root, { keyId: key.id, secretId }))
    const settled = await Promise.allSettled(requests)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await details('api_key.secret_retired')).toHaveLength(1)
  })
})

describe('a retirement by the clock', () => {
  it('is recorded once, with the instant of the refusal, and ends the families if that was chosen', async () => {
    const { refreshToken } = await issueTestTokens(key)
    await startTestRotation(services, key, { retireAfter: '1h', families: 'end' })
    services.clock.advance(hourMs - 1)
    await retireDueSecrets(services)
    expect(await details('api_key.secret_retired')).toEqual([])
    services.clock.advance(1)
    expect(await tryTestSecret(key, key.secret)).toBe(401)
    services.clock.advance(30 * secondMs)
    await Promise.all([retireDueSecrets(services), retireDueSecrets(services)])
    await retireDueSecrets(services)
    expect(await details('api_key.secret_retired')).toMatchObject([{ reason: 'time', families: 1 }])
    const { secrets } = await readKeySecrets(services, root, key.id)
    expect(secrets[1]).toMatchObject({ state: 'retired', retiredAt: testStart + hourMs })
    expect(await refresh(refreshToken)).toBe(400)
  })

  it('lets the families run out otherwise', async () => {
    const { refreshToken } = await issueTestTokens(key)
    await startTestRotation(services, key, { retireAfter: '1h' })
    services.clock.advance(hourMs)
    await retireDueSecrets(services)
    expect(await refresh(refreshToken)).toBe(200)
  })

  it('that is not recorded yet does not hinder the next rotation', async () => {
    const { rotated } = await startTestRotation(services, key, { retireAfter: '1h', families: 'end' })
    services.clock.advance(hourMs)
    await startTestRotation(services, { ...key, secret: rotated.secret })
    await retireDueSecrets(services)
    expect(await details('api_key.secret_retired')).toMatchObject([{ reason: 'time', families: 0 }])
  })
})

describe('a rehearsal', () => {
  it('refuses the retiring secret for five minutes, to the millisecond, and no other', async () => {
    const { rotated } = await startTestRotation(services, key)
    const { refreshToken } = await issueTestTokens(key)
    expect(await rehearseRetirement(services, root, { keyId: key.id })).toEqual({
      secretId: await idOf('retiring'),
      until: testStart + 5 * minuteMs,
    })
    expect([await tryTestSecret(key, key.secret), await tryTestSecret(key, rotated.secret)]).toEqual([401, 200])
    expect(await refresh(refreshToken)).toBe(200)
    services.clock.advance(5 * minuteMs - 1)
    expect(await tryTestSecret(key, key.secret)).toBe(401)
    services.clock.advance(1)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
    expect(await details('api_key.secret_rehearsed')).toMatchObject([{ minutes: 5 }])
  })

  it('can be ended early, which is recorded once', async () => {
    await startTestRotation(services, key)
    await rehearseRetirement(services, root, { keyId: key.id, minutes: 15 })
    await endRehearsal(services, root, key.id)
    await endRehearsal(services, root, key.id)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
    expect(await details('api_key.rehearsal_ended')).toHaveLength(1)
  })

  it.each([0, 16, 1.5, 'five'])('of %j minutes is refused', async (minutes) => {
    await startTestRotation(services, key)
    await expect(rehearseRetirement(services, root, { keyId: key.id, minutes })).rejects.toMatchObject({
      code: 'input_invalid',
    })
  })

  it('is refused where no secret is retiring, or none any more, though that is not recorded yet', async () => {
    const rehearse = () => rehearseRetirement(services, root, { keyId: key.id })
    await expect(rehearse()).rejects.toMatchObject({ code: 'conflict' })
    await startTestRotation(services, key, { retireAfter: '1h' })
    services.clock.advance(hourMs)
    await expect(rehearse()).rejects.toMatchObject({ code: 'conflict' })
  })

  it('has no end that is recorded once the secret is retired', async () => {
    await startTestRotation(services, key)
    await rehearseRetirement(services, root, { keyId: key.id })
    await retireSecret(services, root, { keyId: key.id, secretId: await idOf('retiring') })
    await endRehearsal(services, root, key.id)
    expect(await details('api_key.rehearsal_ended')).toEqual([])
  })

  it('does not outlast the retirement', async () => {
    await startTestRotation(services, key, { retireAfter: '1h' })
    services.clock.advance(hourMs - 1)
    await rehearseRetirement(services, root, { keyId: key.id })
    services.clock.advance(5 * minuteMs)
    expect(await tryTestSecret(key, key.secret)).toBe(401)
  })
})

describe.each([
  ['an hour ahead', hourMs],
  ['an hour behind', -hourMs],
])('an instance whose own clock is %s of the database’s', (_, offset) => {
  let instance: Services
  beforeEach(async () => {
    await startTestRotation(services, key, { retireAfter: '1h' })
    instance = { ...services, clock: { now: () => services.clock.now() + offset } }
    installServices(instance)
  })
  const stateOfFormer = async () => (await readKeySecrets(instance, root, key.id)).secrets[1]?.state

  it('retires a secret by the database’s clock, to the millisecond', async () => {
    services.clock.advance(hourMs - 1)
    await retireDueSecrets(instance)
    expect([await tryTestSecret(key, key.secret), await stateOfFormer()]).toEqual([200, 'retiring'])
    services.clock.advance(1)
    expect([await tryTestSecret(key, key.secret), await stateOfFormer()]).toEqual([401, 'retired'])
    await retireDueSecrets(instance)
    expect(await details('api_key.secret_retired')).toMatchObject([{ reason: 'time' }])
    expect((await readKeySecrets(instance, root, key.id)).secrets[1]).toMatchObject({ retiredAt: testStart + hourMs })
  })

  it('rehearses a retirement by the database’s clock, to the millisecond', async () => {
    const until = testStart + 5 * minuteMs
    expect((await rehearseRetirement(instance, root, { keyId: key.id })).until).toBe(until)
    const former = async () => (await readKeySecrets(instance, root, key.id)).secrets[1]?.rehearsal
    services.clock.set(until - 1)
    expect([await tryTestSecret(key, key.secret), await former()]).toEqual([401, { from: testStart, until }])
    services.clock.set(until)
    expect([await tryTestSecret(key, key.secret), await former()]).toEqual([200, null])
  })

  it('ends a rehearsal by the database’s clock', async () => {
    await rehearseRetirement(instance, root, { keyId: key.id })
    await endRehearsal(instance, root, key.id)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
  })

  it('lets a pending secret lapse by the database’s clock, to the millisecond', async () => {
    services.clock.advance(hourMs)
    const pending = await rotateSecret(instance, root, { keyId: key.id })
    expect(pending.lapsesAt).toBe(testStart + hourMs + 7 * dayMs)
    services.clock.set(pending.lapsesAt - 1)
    expect((await readKeySecrets(instance, root, key.id)).secrets[0]?.state).toBe('pending')
    services.clock.advance(1)
    expect((await readKeySecrets(instance, root, key.id)).secrets[0]?.state).toBe('lapsed')
    expect(await tryTestSecret(key, pending.secret)).toBe(401)
  })
})

describe('what is told of the secrets of a key', () => {
  const read = () => readKeySecrets(services, root, key.id)

  it('is the state, the use and the end of each, without its hash', async () => {
    services.clock.advance(secondMs)
    await startTestRotation(services, key, { retireAfter: '1h', families: 'end' })
    const { secrets, isSafeToRetire } = await read()
    const common = {
      thumbprint: null,
      callsInLastDay: 0,
      id: expect.stringMatching(/^ksec_/),
      createdByName: null,
      retiredAt: null,
      rehearsal: null,
    }
    expect(secrets).toEqual([
      {
        ...common,
        state: 'current',
        createdAt: testStart + secondMs,
        firstUsedAt: testStart + secondMs,
        lastUsedAt: testStart + secondMs,
        worksUntil: null,
        families: null,
        liveFamilies: 1,
        callsInLastDay: 1,
      },
      {
        ...common,
        state: 'retiring',
        createdAt: testStart,
        firstUsedAt: null,
        lastUsedAt: null,
        worksUntil: testStart + secondMs + hourMs,
        families: 'end',
        liveFamilies: 0,
      },
    ])
    expect(isSafeToRetire).toBe(true)
  })

  it('lists the live families of the retiring secret with their last use', async () => {
    const { refreshToken } = await issueTestTokens(key)
    services.clock.advance(minuteMs)
    await startTestRotation(services, key)
    services.clock.advance(minuteMs)
    await refresh(refreshToken)
    const { families, isSafeToRetire } = await read()
    expect(families).toEqual([
      {
        id: expect.stringMatching(/^fam_/),
        issuedAt: testStart,
        issuedFrom: '192.0.2.1',
        lastUsedAt: testStart + 2 * minuteMs,
      },
    ])
    expect(isSafeToRetire).toBe(false)
  })

  it('says safe to retire only while the secret was not used since the new one was', async () => {
    services.clock.advance(minuteMs)
    await startTestRotation(services, key)
    expect((await read()).isSafeToRetire).toBe(true)
    const { refreshToken } = await issueTestTokens(key)
    await services.db.updateTable('refresh_families').set({ revoked_at: 1 }).execute()
    expect([refreshToken.length > 0, (await read()).isSafeToRetire]).toEqual([true, false])
  })

  it('says so also if the process ended before it had noted that use', async () => {
    services.clock.advance(minuteMs)
    await startTestRotation(services, key)
    await issueTestTokens(key)
    await services.db.updateTable('refresh_families').set({ revoked_at: 1 }).execute()
    await services.db.updateTable('key_secrets').set({ last_used_at: null }).execute()
    expect((await read()).isSafeToRetire).toBe(false)
  })

  it('shows a rehearsal while it refuses', async () => {
    await startTestRotation(services, key)
    await rehearseRetirement(services, root, { keyId: key.id })
    expect((await read()).secrets.find(({ state }) => state === 'retiring')).toMatchObject({
      rehearsal: { from: testStart, until: testStart + 5 * minuteMs },
    })
    services.clock.advance(5 * minuteMs)
    expect((await read()).secrets.map(({ rehearsal }) => rehearsal)).toEqual([null, null])
  })
})
