import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { retiredKeyMs, type SigningAlgorithm } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { anyPerson, root } from '#lib/testing/people.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

const subject = { userId: 'usr_1', keyId: 'lkid_1', familyId: 'fam_1', scope: 'sso' }

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function issue(from: Services = services): Promise<string> {
  return (await issueAccessToken(from, { ...subject, issuedAt: from.clock.now() })).accessToken
}

function rows() {
  return services.db.selectFrom('signing_keys').selectAll().orderBy('created_at').execute()
}

describe('the signing keys of a new database', () => {
  it('are a current and a next key, both published and encrypted at rest', async () => {
    const { kid } = decodeProtectedHeader(await issue())
    const kept = await rows()
    expect(kept.map((row) => [row.alg, row.activated_at !== null, row.retired_at])).toEqual(
      expect.arrayContaining([
        ['ES256', true, null],
        ['ES256', false, null],
      ]),
    )
    expect(kept.find((row) => row.activated_at !== null)?.id).toBe(kid)
    for (const row of kept) {
      expect(JSON.parse(row.public_jwk)).not.toHaveProperty('d')
      expect(decodeProtectedHeader(row.private_sealed)).toEqual({ alg: 'dir', enc: 'A256GCM' })
    }
  })

  it('are the same two when four processes start together', async () => {
    const dataDir = services.env.dataDir
    const others = await Promise.all([1, 2, 3].map(() => openTestServices({ DATA_DIR: dataDir })))
    const tokens = await Promise.all([services, ...others].flatMap((one) => [issue(one), issue(one)]))
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1)
    expect(await rows()).toHaveLength(2)
  })
})

describe('rotating the signing key', () => {
  it('activates the next key, keeps former tokens valid and publishes another key', async () => {
    const before = await issue()
    const announced = (await rows()).find((row) => row.activated_at === null)
    const rotated = await rotateSigningKey(services, root, { now: true })
    expect(rotated).toEqual({ keyId: announced?.id, alg: 'ES256', signsFrom: null })
    const after = await issue()
    expect(decodeProtectedHeader(after).kid).toBe(announced?.id)
    for (const token of [before, after]) expect(await verifyAccessToken(services, token)).toMatchObject(subject)
    expect((await currentKeyRing(services)).publicJwks).toHaveLength(3)
  })

  it('deletes the private key of the former key', async () => {
    const { kid } = decodeProtectedHeader(await issue())
    await rotateSigningKey(services, root, { now: true })
    expect((await rows()).find((row) => row.id === kid)?.private_sealed).toBe('')
  })

  it.each<SigningAlgorithm>(['RS256', 'EdDSA', 'ES256'])('switches to %s at once with `now`', async (alg) => {
    const before = await issue()
    await rotateSigningKey(services, root, { now: true, alg })
    const after = await issue()
    expect(decodeProtectedHeader(after).alg).toBe(alg)
    for (const token of [before, after]) await verifyAccessToken(services, token)
    expect(await rotateSigningKey(services, root, { now: true })).toMatchObject({ alg })
    for (const token of [before, after, await issue()]) await verifyAccessToken(services, token)
  })

  it('keeps tokens of former keys valid until they expire, then deletes the keys', async () => {
    const tokens = [await issue()]
    for (let i = 0; i < 4; i++) {
      await rotateSigningKey(services, root, { now: true })
      tokens.push(await issue())
    }
    for (const token of tokens) await verifyAccessToken(services, token)
    services.clock.advance(retiredKeyMs - 1)
    await sweep(services)
    expect(await rows()).toHaveLength(6)
    services.clock.advance(1)
    await sweep(services)
    expect(await rows()).toHaveLength(2)
  })

  it('publishes keys that every client can verify with, and no private key', async () => {
    const tokens = [await issue()]
    for (const alg of ['RS256', 'EdDSA'] as const) {
      await rotateSigningKey(services, root, { now: true, alg })
      tokens.push(await issue())
    }
    const { publicJwks } = await currentKeyRing(services)
    expect(publicJwks.flatMap((jwk) => Object.keys(jwk)).filter((name) => /^(d|p|q|dp|dq|qi|k)$/.test(name))).toEqual(
      [],
    )
    expect(new Set(publicJwks.map((jwk) => jwk.use))).toEqual(new Set(['sig']))
    const keySet = createLocalJWKSet({ keys: [...publicJwks] })
    const currentDate = new Date(services.clock.now())
    for (const token of tokens) {
      expect((await jwtVerify(token, keySet, { currentDate })).payload).toEqual(decodeJwt(token))
    }
  })

  it('reaches another process at once for verification', async () => {
    const other = await openTestServices({ DATA_DIR: services.env.dataDir })
    await issue(other)
    await rotateSigningKey(services, root, { now: true, alg: 'EdDSA' })
    expect(await verifyAccessToken(other, await issue())).toMatchObject(subject)
  })

  it('reaches another process within a second for signing', async () => {
    const other = await openTestServices({ DATA_DIR: services.env.dataDir })
    const signedBy = async () => decodeProtectedHeader(await issue(other)).kid
    const former = await signedBy()
    const { keyId } = await rotateSigningKey(services, root, { now: true })
    other.clock.advance(999)
    expect(await signedBy()).toBe(former)
    other.clock.advance(1)
    expect(await signedBy()).toBe(keyId)
  })

  it('fails no verification under load, in either process', async () => {
    const other = await openTestServices({ DATA_DIR: services.env.dataDir })
    const work = async (from: Services, to: Services) => {
      for (let i = 0; i < 100; i++) await verifyAccessToken(to, await issue(from))
    }
    const rotations = async () => {
      for (let i = 0; i < 5; i++) {
        await rotateSigningKey(services, root, { now: true, alg: i % 2 === 0 ? 'EdDSA' : 'ES256' })
        other.clock.advance(1_000)
        services.clock.advance(1_000)
      }
    }
    await Promise.all([work(services, other), work(other, services), rotations()])
  })

  it('succeeds once for two operators at the same moment', async () => {
    await issue()
    const results = await Promise.allSettled([1, 2, 3].map(() => rotateSigningKey(services, root, { now: true })))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused.every((error) => isRefusal(error) && error.code === 'conflict')).toBe(true)
    expect(results.length - refused.length).toBe((await events()).length)
    expect(await rows()).toHaveLength(2 + (await events()).length)
  })

  it('is recorded, and only the operator may do it', async () => {
    const { kid } = decodeProtectedHeader(await issue())
    const { keyId } = await rotateSigningKey(services, root, { now: true })
    expect(await events()).toEqual([
      expect.objectContaining({
        actor_kind: 'operator',
        subject_kind: 'signing_key',
        subject_id: keyId,
        details: JSON.stringify({ algorithm: 'ES256', formerKeyId: kid }),
      }),
    ])
    await expect(rotateSigningKey(services, anyPerson('owner'))).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a change of the master secret', () => {
  const newSecret = 'another master secret of 32 characters and more'

  it('moves private keys to the new one, so that the old one can be removed', async () => {
    const { dataDir } = services.env
    const token = await issue()
    const both = await openTestServices({ DATA_DIR: dataDir, LATCHKEY_SECRET: `${newSecret},${testSecret}` })
    await verifyAccessToken(both, token)
    const renewed = await openTestServices({ DATA_DIR: dataDir, LATCHKEY_SECRET: newSecret })
    await verifyAccessToken(renewed, await issue(renewed))
    await verifyAccessToken(renewed, token)
    expect(new Set((await rows()).map((row) => row.master_id))).toEqual(new Set([renewed.keys.current.id]))
  })
})

function events() {
  return services.db.selectFrom('audit_events').selectAll().where('kind', '=', 'signing_key.rotated').execute()
}
