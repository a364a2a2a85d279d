import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { announcementMs, keySetLifetimeMs } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { installServices, type Services } from '#lib/foundation/services.ts'
import { dayMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { jwksEndpoint } from '#lib/web/endpoints/jwks.ts'

const subject = { userId: 'usr_1', keyId: 'lkid_1', familyId: 'fam_1', scope: 'sso' }

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
  await issue()
})

async function issue(from: Services = services): Promise<string> {
  return (await issueAccessToken(from, { ...subject, issuedAt: from.clock.now() })).accessToken
}

async function signingKeyId(): Promise<string | undefined> {
  return decodeProtectedHeader(await issue()).kid
}

function events(kind: string) {
  return services.db.selectFrom('audit_events').selectAll().where('kind', '=', kind).execute()
}

/** The clock of the verifiers goes with that of the database. */
function alignClocks(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: services.clock.now() })
  onTestFinished(() => void vi.useRealTimers())
}

function advance(byMs: number): void {
  services.clock.advance(byMs)
  vi.setSystemTime(services.clock.now())
}

type Verifier = (token: string) => Promise<unknown>

/**
 * Keeps the key set for the whole life that the answer gave it, and fetches nothing in between: not for a new `kid`.
 */
function createVerifier(from: Services = services): Verifier {
  const keySet = createRemoteJWKSet(new URL(`${testBaseUrl}/.well-known/jwks.json`), {
    cacheMaxAge: keySetLifetimeMs,
    cooldownDuration: Number.POSITIVE_INFINITY,
    [customFetch]: async (url, init) => {
      installServices(from)
      const response = await callEndpoint(jwksEndpoint, new Request(url, { method: init.method }))
      expect(response.headers.get('cache-control')).toBe(`public, max-age=${keySetLifetimeMs / secondMs}`)
      return response
    },
  })
  return (token) => jwtVerify(token, keySet, { issuer: testBaseUrl, audience: testBaseUrl, typ: 'at+jwt' })
}

describe('the key set', () => {
  it('is cached for far less time than a key is published before it signs', () => {
    expect(announcementMs).toBeGreaterThanOrEqual(2 * keySetLifetimeMs + minuteMs)
  })

  it('works for verifiers that cache it for its lifetime, through rotations, requests and refusals', async () => {
    alignClocks()
    const other = await openTestServices({ DATA_DIR: services.env.dataDir })
    const instances = isComplete ? [services, other, services, other] : [services, other]
    const hoursAgo = 60 * instances.length
    const tokens: string[] = []
    // Each one fetches the set in another round, and so at another moment.
    const verifiers = instances.map((from, round) => ({ verify: createVerifier(from), from: round }))
    for (let round = 0; round < 100; round++) {
      await rotateSomehow(round)
      if (round % 3 === 0) await sweep(other)
      tokens.push(...(await Promise.all(instances.map((from) => issue(from)))))
      // The newest ones, and one from hours ago.
      const presented = [...tokens.slice(-4), ...tokens.slice(-hoursAgo, 1 - hoursAgo)]
      const present = verifiers.filter((verifier) => round >= verifier.from)
      await Promise.all(present.flatMap(({ verify }) => presented.map(verify)))
      // Twice and more within the life of a set: a key that signed at the next occasion would be unknown to most.
      advance(4 * minuteMs)
      other.clock.set(services.clock.now())
    }
    const used = tokens.map((token) => decodeProtectedHeader(token))
    expect(new Set(used.map(({ kid }) => kid)).size).toBeGreaterThanOrEqual(5)
    expect(new Set(used.map(({ alg }) => alg))).toEqual(new Set(['ES256', 'EdDSA']))
  }, 120_000)

  /** By hand in every round, which is mostly too early; every 25 rounds to the other algorithm. */
  async function rotateSomehow(round: number): Promise<void> {
    const alg = round % 25 === 0 ? ((['EdDSA', 'ES256'] as const)[(round / 25) % 2] ?? 'ES256') : undefined
    try {
      await rotateSigningKey(services, root, alg ? { alg } : {})
    } catch (error) {
      expect(error).toMatchObject({ code: 'conflict' })
    }
  }

  it('is needed: a verifier with an older key set refuses the token', async () => {
    alignClocks()
    const verify = createVerifier()
    await verify(await issue())
    await rotateSigningKey(services, root, { alg: 'EdDSA', now: true })
    await expect(verify(await issue())).rejects.toThrow(errors.JWKSNoMatchingKey)
    advance(keySetLifetimeMs)
    await verify(await issue())
  })
})

describe('rotating manually', () => {
  it('is refused until the next key has been published for an hour, to the millisecond', async () => {
    const former = await signingKeyId()
    services.clock.advance(announcementMs - 1)
    await expect(rotateSigningKey(services, root)).rejects.toMatchObject({
      code: 'conflict',
      description:
        'The next key was not published for an hour yet: verifiers that keep the key set may not know it. Try again later, or give --now.',
    })
    expect(await signingKeyId()).toBe(former)
    services.clock.advance(1)
    const { keyId, signsFrom } = await rotateSigningKey(services, root)
    expect([await signingKeyId(), signsFrom]).toEqual([keyId, null])
    await expect(rotateSigningKey(services, root)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('to another algorithm publishes a key, which signs an hour later without another command', async () => {
    services.clock.advance(dayMs)
    const former = await signingKeyId()
    const announced = await rotateSigningKey(services, root, { alg: 'RS256' })
    expect(announced).toEqual({
      keyId: expect.any(String),
      alg: 'RS256',
      signsFrom: services.clock.now() + announcementMs,
    })
    services.clock.advance(announcementMs - 1)
    await sweep(services)
    expect(await signingKeyId()).toBe(former)
    expect(services.logLines, 'nothing was even tried').toEqual([])
    services.clock.advance(1)
    await sweep(services)
    expect(await signingKeyId()).toBe(announced.keyId)
    const [asked] = await events('signing_key.announced')
    expect(asked).toMatchObject({
      actor_kind: 'operator',
      subject_id: announced.keyId,
      details: '{"algorithm":"RS256"}',
    })
    expect(await events('signing_key.rotated')).toEqual([
      expect.objectContaining({ actor_name: 'Latchkey', address: 'housekeeping', subject_id: announced.keyId }),
    ])
  })

  it('to another algorithm can be undone before it takes effect', async () => {
    await rotateSigningKey(services, root, { alg: 'RS256' })
    await rotateSigningKey(services, root, { alg: 'ES256' })
    services.clock.advance(2 * announcementMs)
    await sweep(services)
    expect(await events('signing_key.rotated')).toEqual([])
    expect(decodeProtectedHeader(await issue()).alg).toBe('ES256')
  })
})

describe('rotating by schedule', () => {
  it('happens after 90 days, to the millisecond, and again after 90 more', async () => {
    let former = await signingKeyId()
    for (let turn = 1; turn <= 2; turn++) {
      services.clock.advance(90 * dayMs - 1)
      await sweep(services)
      expect(await signingKeyId()).toBe(former)
      services.clock.advance(1)
      await sweep(services)
      const current = await signingKeyId()
      expect(current).not.toBe(former)
      former = current
      expect(await events('signing_key.rotated')).toHaveLength(turn)
    }
    expect(services.logLines.map((line) => JSON.parse(line).msg)).toContain('the signing key was rotated')
  })

  it('happens after the configured number of days, and never for 0', async () => {
    const daily = await openTestServices({ DATA_DIR: services.env.dataDir, SIGNING_KEY_DAYS: '1' })
    const never = await openTestServices({ DATA_DIR: services.env.dataDir, SIGNING_KEY_DAYS: '0' })
    for (const { clock } of [services, daily, never]) clock.advance(50_000 * dayMs)
    await sweep(never)
    expect(await events('signing_key.rotated')).toHaveLength(0)
    never.clock.advance(minuteMs)
    daily.clock.advance(minuteMs)
    await sweep(daily)
    expect(await events('signing_key.rotated')).toHaveLength(1)
  })

  it('generates no keys before the first token', async () => {
    const empty = await openTestServices()
    empty.clock.advance(365 * dayMs)
    await sweep(empty)
    expect(await empty.db.selectFrom('signing_keys').selectAll().execute()).toEqual([])
  })

  it('does not stop the sweeps if it fails', async () => {
    services.clock.advance(90 * dayMs)
    await services.db.insertInto('sign_in_failures').values({ subject: 'a', failures: 1, window_ends_at: 0 }).execute()
    await services.db.updateTable('signing_keys').set({ private_sealed: 'x', master_id: 'x' }).execute()
    expect(await sweep(services)).toMatchObject({ sign_in_failures: 1 })
    expect(services.logLines.map((line) => JSON.parse(line).msg)).toEqual(['the signing key could not be rotated'])
  })
})
