import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { authenticateApiKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { activateSecretRow } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { listPublicKeys } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { retireSecret } from '#lib/domain/keys/key-rotation/retire-secret.ts'
import {
  type RotatedSecret,
  type RotationInput,
  rotateOwnSecret,
  rotatePublicKey,
  rotateSecret,
} from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { sampleSize } from '#lib/testing/sampling.ts'
import {
  clientFields,
  issueTestTokens,
  makeTestKey,
  postToken,
  refreshFields,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

const rotate = (options: Partial<RotationInput> = {}) => rotateSecret(services, root, { keyId: key.id, ...options })

const use = async ({ secret }: Pick<RotatedSecret, 'secret'>) =>
  (await postToken(clientFields({ id: key.id, secret }))).status

const events = async (kind: string) =>
  services.db.selectFrom('audit_events').selectAll().where('kind', '=', kind).execute()

const secrets = () => services.db.selectFrom('key_secrets').selectAll().orderBy(sql`coalesce(lapses_at, 0)`).execute()

describe('a rotation', () => {
  it('gives a pending secret; the former one goes on until 24 hours after the first use of the new one', async () => {
    const rotated = await rotate()
    expect(rotated).toEqual({
      keyId: key.id,
      secretId: expect.stringMatching(/^ksec_/),
      name: 'Test key',
      secret: expect.stringMatching(/^lksec_[0-9A-Za-z]{49}$/),
      lapsesAt: testStart + 7 * dayMs,
      retiresAfterMs: dayMs,
    })
    services.clock.advance(2 * dayMs)
    expect(await use(key)).toBe(200)
    expect(await use(rotated)).toBe(200)
    services.clock.advance(dayMs - 1)
    expect([await use(key), await use(rotated)]).toEqual([200, 200])
    services.clock.advance(1)
    expect([await use(key), await use(rotated)]).toEqual([401, 200])
  })

  it('is recorded, and so is the first use', async () => {
    const rotated = await rotate({ retireAfter: '1h', families: 'end' })
    services.clock.advance(1)
    await use(rotated)
    const [former, added] = await secrets()
    expect(JSON.parse((await events('api_key.secret_rotated'))[0]?.details ?? '')).toMatchObject({
      secretId: added?.id,
      reason: 'planned',
      retiresAfterSeconds: 3_600,
      families: 'end',
    })
    expect(JSON.parse((await events('api_key.secret_activated'))[0]?.details ?? '')).toMatchObject({
      ownerId: key.ownerId,
      secretId: added?.id,
      formerSecretId: former?.id,
      retiresAt: testStart + 1 + hourMs,
    })
    expect(former).toMatchObject({ retiring_since: testStart + 1, retires_at: testStart + 1 + hourMs, families: 'end' })
  })

  it('names in each family the secret that opened it', async () => {
    const rotated = await rotate()
    await use(key)
    await use(rotated)
    const [former, added] = await secrets()
    const families = await services.db.selectFrom('refresh_families').select('secret_id').execute()
    expect(families.map(({ secret_id }) => secret_id).toSorted()).toEqual([former?.id, added?.id].toSorted())
  })

  it('replaces a pending secret', async () => {
    const lost = await rotate()
    const rotated = await rotate()
    expect(await use(lost)).toBe(401)
    expect([await use(rotated), await use(key)]).toEqual([200, 200])
  })

  it('without a use of the new secret, however often: what works is listed, and few others are kept', async () => {
    const used = await rotate()
    expect(await use(used)).toBe(200)
    services.clock.advance(2 * dayMs)
    let pending = ''
    for (let round = 0; round < 25; round++) {
      services.clock.advance(secondMs)
      pending = (await rotate()).secretId
    }
    const { secrets: listed } = await readKeySecrets(services, root, key.id)
    expect(listed.map(({ createdAt }) => createdAt)).toEqual(
      listed.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
    )
    expect(listed.filter(({ state }) => state !== 'retired')).toMatchObject([
      { id: pending, state: 'pending' },
      { id: used.secretId, state: 'current', lastUsedAt: testStart },
    ])
    // Those that work, the first one, which was used, and ten that ended without a use.
    expect(await secrets()).toHaveLength(13)
    expect(await use(used)).toBe(200)
  })

  it('to public keys that nothing uses leaves the one that works among those that verify', async () => {
    const makePublicJwk = () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    const { secretId } = await rotatePublicKey(services, root, { keyId: key.id, publicJwk: makePublicJwk() })
    await activateSecretRow(services.db, { keyId: key.id, secretId })
    services.clock.advance(2 * dayMs)
    const [working] = await listPublicKeys(services.db, key.id)
    for (let round = 0; round < 7; round++) {
      services.clock.advance(secondMs)
      await rotatePublicKey(services, root, { keyId: key.id, publicJwk: makePublicJwk() })
    }
    expect(await listPublicKeys(services.db, key.id)).toContainEqual(working)
  })

  it('lets the pending secret lapse after seven days, to the millisecond', async () => {
    const [late, timely] = [await rotate(), await makeTestKey(services)]
    const inTime = await rotateSecret(services, root, { keyId: timely.id })
    services.clock.advance(7 * dayMs - 1)
    expect((await postToken(clientFields({ id: timely.id, secret: inTime.secret }))).status).toBe(200)
    services.clock.advance(1)
    expect(await use(late)).toBe(401)
    expect(await use(key)).toBe(200)
  })

  it('with nothing left to the former secret: refused from the first use of the new one', async () => {
    const rotated = await rotate({ retireAfter: '0' })
    expect([await use(key), await use(rotated), await use(key)]).toEqual([200, 200, 401])
  })

  it('is refused while a former secret works, and possible again once it is retired', async () => {
    await use(await rotate({ retireAfter: '1h' }))
    await expect(rotate()).rejects.toMatchObject({
      code: 'former_secret_works',
      status: 409,
    })
    services.clock.advance(hourMs)
    expect(await use(await rotate())).toBe(200)
  })

  it('because of a leak ends the old secrets, their families and access tokens at once', async () => {
    const tokens = await issueTestTokens(key)
    const rotated = await rotate({ leaked: true })
    expect(await use(key)).toBe(401)
    expect((await postToken(refreshFields(key.username, tokens.refreshToken))).status).toBe(400)
    expect(await use(rotated)).toBe(200)
    const [retired] = await events('api_key.secret_retired')
    expect(JSON.parse(retired?.details ?? '')).toMatchObject({ reason: 'leaked', families: 1 })
  })

  it('of a disabled key waits until that is enabled', async () => {
    await disableApiKey(services, root, key.id)
    const rotated = await rotate()
    expect(await use(rotated)).toBe(401)
    expect(await events('api_key.secret_activated')).toEqual([])
    await enableApiKey(services, root, key.id)
    expect(await use(rotated)).toBe(200)
  })

  it.each([
    ['unknown', { keyId: 'lkid_x' }, 'not_found'],
    ['asked for with another time', { retireAfter: '2h' as '1h' }, 'input_invalid'],
  ])('of a key that is %s: %j is refused', async (_, options, code) => {
    await expect(rotate(options)).rejects.toMatchObject({ code })
  })

  it('of a revoked key is refused', async () => {
    await revokeApiKey(services, root, key.id)
    await expect(rotate()).rejects.toMatchObject({ code: 'conflict' })
  })

  it('asks for the password again where the last confirmation is old', async () => {
    const person = personOf(services, await insertUser(services, { role: 'owner' }))
    services.clock.advance(10 * minuteMs)
    await expect(rotateSecret(services, person, { keyId: key.id })).rejects.toMatchObject({
      code: 'confirmation_required',
    })
  })
})

describe('a rotation with the key itself', () => {
  const context = { address: '192.0.2.1', requestId: 'req_1' }
  const rotateItself = async ({ secret }: Pick<RotatedSecret, 'secret'>) =>
    rotateOwnSecret(services, context, await authenticateApiKey(services, context, { keyId: key.id, secret }))

  beforeEach(() => services.db.updateTable('api_keys').set({ rotatable_since: testStart }).execute())

  it('gives a pending secret, and the former one a day', async () => {
    const rotated = await rotateItself(key)
    expect(rotated).toMatchObject({ keyId: key.id, lapsesAt: testStart + 7 * dayMs, retiresAfterMs: dayMs })
    expect([await use(rotated), await use(key)]).toEqual([200, 200])
    expect(await events('api_key.secret_rotated')).toMatchObject([{ actor_kind: 'program', actor_id: key.ownerId }])
  })

  it('is refused to a key that was not generated for it', async () => {
    await services.db.updateTable('api_keys').set({ rotatable_since: null }).execute()
    await expect(rotateItself(key)).rejects.toMatchObject({ code: 'key_not_rotatable', status: 403 })
  })

  it('is refused to a pending secret, which it makes current: the former one still works', async () => {
    const rotated = await rotate()
    services.clock.advance(minuteMs)
    await expect(rotateItself(rotated)).rejects.toMatchObject({ code: 'former_secret_works' })
    expect([await use(rotated), await use(key)]).toEqual([200, 200])
  })

  it('is refused for ten seconds after another, so that the table stays small', async () => {
    await rotateItself(key)
    services.clock.advance(10 * secondMs - 1)
    await expect(rotateItself(key)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 10 })
    services.clock.advance(1)
    expect(await use(await rotateItself(key))).toBe(200)
  })

  it('is refused to a secret that leaked after it had authenticated', async () => {
    const authenticated = await authenticateApiKey(services, context, { keyId: key.id, secret: key.secret })
    const rotated = await rotate({ leaked: true })
    await expect(rotateOwnSecret(services, context, authenticated)).rejects.toMatchObject({ code: 'invalid_client' })
    expect(await use(rotated)).toBe(200)
  })
})

describe('the use of each secret', () => {
  const lastUses = async () => (await secrets()).map((secret) => secret.last_used_at)

  it('is noted at most once a minute', async () => {
    await use(key)
    services.clock.advance(minuteMs - 1)
    await use(key)
    expect(await lastUses()).toEqual([testStart])
    services.clock.advance(1)
    await use(key)
    expect(await lastUses()).toEqual([testStart + minuteMs])
  })

  it('is noted within that minute if it is the first since the new secret is current', async () => {
    const rotated = await rotate()
    services.clock.advance(minuteMs)
    await use(key)
    services.clock.advance(secondMs)
    await use(rotated)
    services.clock.advance(secondMs)
    await use(key)
    expect((await lastUses()).toSorted()).toEqual([
      testStart + minuteMs + secondMs,
      testStart + minuteMs + 2 * secondMs,
    ])
    services.clock.advance(secondMs)
    await use(key)
    expect((await lastUses()).toSorted()).toEqual([
      testStart + minuteMs + secondMs,
      testStart + minuteMs + 2 * secondMs,
    ])
  })
})

describe('refusals', () => {
  it('are the same to the byte for a wrong, lapsed, replaced, retired and rehearsed secret', async () => {
    const answer = async (secret: string) => show(await postToken(clientFields({ id: key.id, secret })))
    const wrong = await answer((await makeTestKey(services)).secret)
    const replaced = await rotate()
    const lapsed = await rotate()
    expect(await answer(replaced.secret)).toEqual(wrong)
    services.clock.advance(7 * dayMs)
    expect(await answer(lapsed.secret)).toEqual(wrong)
    await use(await rotate({ retireAfter: '1h' }))
    await services.db
      .updateTable('key_secrets')
      .set({ refused_until: services.clock.now() + 1 })
      .execute()
    expect(await answer(key.secret)).toEqual(wrong)
    services.clock.advance(1)
    expect(await use(key)).toBe(200)
    services.clock.advance(hourMs)
    expect(await answer(key.secret)).toEqual(wrong)
    const details = services.logLines.map((line) => JSON.parse(line).detail)
    expect(details).toEqual([
      'the secret is wrong',
      'the secret is retired',
      'the secret was not used in time',
      'the retirement of the secret is being rehearsed',
      'the secret is retired',
    ])
  })
})

describe('a first use that is interrupted', () => {
  it('before the retirement has begun changes nothing, and can be repeated', async () => {
    const rotated = await rotate()
    const { db } = services
    const broken = db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.updates).includes('retiring_since')) {
          throw new Error('killed')
        }
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const context = { address: '192.0.2.1', requestId: 'req_1' }
    const credentials = { keyId: key.id, secret: rotated.secret }
    await expect(authenticateApiKey({ ...services, db: broken }, context, credentials)).rejects.toThrow('killed')
    expect((await secrets()).map((secret) => [secret.current_since, secret.retiring_since])).toEqual([
      [testStart, null],
      [null, null],
    ])
    expect(await use(rotated)).toBe(200)
  })
})

describe('the statement that makes a secret current', () => {
  let secretId: string
  const activate = () => activateSecretRow(services.db, { keyId: key.id, secretId })
  const expireNow = () => services.db.updateTable('api_keys').set({ expires_at: services.clock.now() }).execute()
  const ownSecrets = async () => (await secrets()).filter((secret) => secret.key_id === key.id)
  const instants = async () => (await ownSecrets()).map((secret) => [secret.current_since, secret.retiring_since])
  beforeEach(async () => {
    // Active, and no help to the other.
    await makeTestKey(services)
    await rotate()
    secretId = (await ownSecrets())[1]?.id ?? ''
    services.clock.advance(7 * dayMs - 1)
  })

  it('does so until the last millisecond', async () => {
    expect(await activate()).toMatchObject({ retiresAt: services.clock.now() + dayMs })
    expect(await instants()).toEqual([
      [testStart, services.clock.now()],
      [services.clock.now(), null],
    ])
  })

  it.each<[string, () => unknown]>([
    ['lapsed this millisecond', () => services.clock.advance(1)],
    ['was used by another request', activate],
    ['was retired', () => retireSecret(services, root, { keyId: key.id, secretId })],
    ['is of a key that was disabled', () => disableApiKey(services, root, key.id)],
    ['is of a key that was revoked', () => revokeApiKey(services, root, key.id)],
    ['is of a key that expired this millisecond', expireNow],
    ['is of a user who was deactivated', () => deactivateUser(services, root, key.ownerId)],
  ])('changes nothing if the secret %s meanwhile', async (_, change) => {
    await change()
    const before = await instants()
    expect(await activate()).toBeUndefined()
    expect(await instants()).toEqual(before)
  })
})

describe('parallel first uses', () => {
  const parallel = sampleSize(200)

  it('all succeed; one makes the secret current', async () => {
    const rotated = await rotate()
    const statuses = await Promise.all(Array.from({ length: parallel }, () => use(rotated)))
    expect(statuses).toEqual(Array.from({ length: parallel }, () => 200))
    expect(await events('api_key.secret_activated')).toHaveLength(1)
    expect((await secrets()).filter((secret) => secret.retiring_since !== null)).toHaveLength(1)
  })

  it('beside rotations: at most two secrets work, and each rotation that is answered gives one or is replaced', async () => {
    const rotated = await rotate({ retireAfter: '1h' })
    const rotations = Array.from({ length: 10 }, () => rotate().catch((error: unknown) => error))
    await Promise.all([use(rotated), ...rotations])
    const alive = (await secrets()).filter((secret) => secret.retired_at === null)
    expect(alive).toHaveLength(2)
    expect(await use(key)).toBe(200)
  })
})
