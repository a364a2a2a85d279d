import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#lib/kernel/clock.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import {
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  readTokens,
  refreshFields,
  type TestKey,
  type TokenAnswer,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
let issued: TokenAnswer
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
  issued = await issueTestTokens(key)
})

function refresh(refreshToken: string, clientId = key.email): Promise<Response> {
  return postToken(refreshFields(clientId, refreshToken))
}

async function rotate(refreshToken: string): Promise<string> {
  return (await readTokens(await refresh(refreshToken))).refreshToken
}

function events() {
  return services.db.selectFrom('audit_events').selectAll().where('kind', '=', 'refresh_family.revoked').execute()
}

describe('POST /auth/v1/token, refresh_token', () => {
  it('answers exactly the four members, with a refresh token that differs', async () => {
    const response = await refresh(issued.refreshToken)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual(commonHeaders)
    const renewed = await response.json()
    expect(renewed).toEqual({
      accessToken: expect.any(String),
      expiresIn: 36_000,
      tokenType: 'Bearer',
      refreshToken: expect.stringMatching(/^lkrt1\.fam_[0-9A-Za-z]{20}\.2\.[\w-]{43}$/),
    })
    const { jti, ...claims } = decodeJwt(issued.accessToken)
    expect(decodeJwt(renewed.accessToken)).toEqual({ ...claims, jti: expect.not.stringMatching(String(jti)) })
  })

  it.each<[string, (owner: TestKey) => string]>([
    ['the email address', (owner) => owner.email],
    ['the username', (owner) => owner.username],
    ['either in another case', (owner) => owner.email.toUpperCase()],
    ['either with space around', (owner) => `  ${owner.username.toLowerCase()}\t`],
  ])('takes %s as clientId', async (_, clientId) => {
    expect((await refresh(issued.refreshToken, clientId(key))).status).toBe(200)
  })

  it('ignores a clientSecret, which is none of this grant', async () => {
    const fields = { ...refreshFields(key.email, issued.refreshToken), clientSecret: 'x' }
    expect((await postToken(fields)).status).toBe(200)
  })

  it('rotates again and again', async () => {
    let token = issued.refreshToken
    for (let generation = 2; generation <= 12; generation++) {
      token = await rotate(token)
      expect(token.split('.')[2]).toBe(String(generation))
    }
  })
})

describe('a refresh token presented again', () => {
  it('gets the same successor until 9 999 ms after its rotation', async () => {
    const successor = await rotate(issued.refreshToken)
    services.clock.advance(9_999)
    expect(await rotate(issued.refreshToken)).toBe(successor)
    expect(await events()).toEqual([])
  })

  it('is reuse at 10 000 ms: the family is revoked and the event recorded', async () => {
    const successor = await rotate(issued.refreshToken)
    services.clock.advance(10_000)
    expect((await refresh(issued.refreshToken)).status).toBe(400)
    expect((await refresh(successor)).status).toBe(400)
    expect(await events()).toEqual([
      expect.objectContaining({
        at: testStart + 10_000,
        actor_kind: 'visitor',
        subject_kind: 'api_key',
        subject_id: key.id,
        subject_name: 'Test key',
        address: '192.0.2.1',
        request_id: 'req_1',
        details: JSON.stringify({
          reason: 'reused',
          familyId: issued.refreshToken.split('.')[1],
          presentedGeneration: 1,
          currentGeneration: 2,
        }),
      }),
    ])
  })

  it('is reuse at once if it is older than the previous one', async () => {
    const newest = await rotate(await rotate(issued.refreshToken))
    expect((await refresh(issued.refreshToken)).status).toBe(400)
    expect((await refresh(newest)).status).toBe(400)
    expect(await events()).toHaveLength(1)
  })

  it('has the window that is configured, none included', async () => {
    services = await openTestServices({ REFRESH_RETRY_SECONDS: '0' })
    key = await makeTestKey(services)
    issued = await issueTestTokens(key)
    await rotate(issued.refreshToken)
    expect((await refresh(issued.refreshToken)).status).toBe(400)
    expect(await events()).toHaveLength(1)
  })

  it('many times at once yields one successor and revokes nothing', async () => {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: callersAtOnce(200) }, () => rotate(issued.refreshToken)))
      expect(new Set(answers).size).toBe(1)
      issued = { ...issued, refreshToken: answers[0] ?? '' }
      services.clock.advance(60_000)
    }
    expect(await events()).toEqual([])
    expect(issued.refreshToken.split('.')[2]).toBe('4')
  })

  it('200 times at once after the window revokes once, and no answer is an error of ours', async () => {
    await rotate(issued.refreshToken)
    services.clock.advance(10_000)
    const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(issued.refreshToken)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400, 429]))
    expect(await events()).toHaveLength(1)
  })
})

describe('the life of a refresh family', () => {
  it('is 14 days without use, to the millisecond', async () => {
    services.clock.advance(14 * dayMs - 1)
    const successor = await rotate(issued.refreshToken)
    services.clock.advance(14 * dayMs)
    expect((await refresh(successor)).status).toBe(400)
  })

  it('is 90 days whatever happens, to the millisecond', async () => {
    let token = issued.refreshToken
    for (let week = 1; week <= 12; week++) {
      services.clock.set(testStart + week * 7 * dayMs)
      token = await rotate(token)
    }
    services.clock.set(testStart + 90 * dayMs - 1)
    token = await rotate(token)
    services.clock.advance(1)
    expect((await refresh(token)).status).toBe(400)
    expect(await events()).toEqual([])
  })

  it('does not affect the access token, which outlives a refresh', async () => {
    const { exp } = decodeJwt(issued.accessToken)
    services.clock.advance(1_000)
    const renewed = await readTokens(await refresh(issued.refreshToken))
    expect(decodeJwt(renewed.accessToken).exp).toBe((exp ?? 0) + 1)
  })
})
