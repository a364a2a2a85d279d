import { beforeEach, describe, expect, it } from 'vitest'
import { PlatformClient, stretchTimeouts } from '#lib/testing/platform-client.ts'
import { hang, refuse, startTestPlatform, type TestPlatform } from '#lib/testing/test-platform.ts'

const token = '/auth/v1/token'
const sso = '/auth/v1/sso'

let there: TestPlatform
let client: PlatformClient
let endPatience: () => void
beforeEach(async () => {
  endPatience = stretchTimeouts()
  there = await startTestPlatform()
  client = new PlatformClient(there)
})

const grantsAsked = () => there.asked.filter(({ path }) => path === sso).length
const sentRefreshTokens = () => there.asked.flatMap(({ fields }) => fields.refreshToken ?? [])
const refusedAs = (code: string) => expect.objectContaining({ code })

describe('the token', () => {
  it('is requested once for concurrent launches', async () => {
    expect(new Set(await client.launchMany(50)).size).toBe(50)
    expect(there.count('client_credentials')).toBe(1)
    await client.launchMany(3)
    expect(there.asked).toHaveLength(1 + 50 + 3)
  })

  it('is refreshed once after its end, with the name of the key’s owner', async () => {
    await client.launch()
    client.now += 36_000_000
    await client.launchMany(50)
    expect(there.count('client_credentials')).toBe(1)
    expect(there.count('refresh_token')).toBe(1)
    expect(there.asked.find(({ fields }) => fields.grantType === 'refresh_token')).toEqual({
      path: token,
      fields: { grantType: 'refresh_token', clientId: 'crm', refreshToken: 'rt_1' },
      authorization: '',
    })
    expect(there.asked.slice(-50).every(({ authorization }) => authorization === 'Bearer at_2')).toBe(true)
  })

  it('is refreshed before its end, in the background', async () => {
    await client.launch()
    client.now += 36_000_000 - 60_001
    await client.launch()
    expect(there.count('refresh_token')).toBe(0)
    client.now += 1
    there.next(token, hang)
    await client.launchMany(10)
    await expect.poll(() => there.count('refresh_token')).toBe(1)
    expect(there.asked.filter(({ authorization }) => authorization === 'Bearer at_1')).toHaveLength(12)
  })

  it('that cannot be refreshed early is used until its end', async () => {
    await client.launch()
    client.now += 36_000_000 - 60_000
    there.next(token, refuse(503, 'temporarily_unavailable', '', { 'Retry-After': '30' }))
    await client.launch()
    await expect.poll(() => client.logLines.join('')).toContain('could not be renewed')
    await client.launch()
    await expect.poll(() => there.count('refresh_token')).toBe(2)
    expect(there.count('client_credentials')).toBe(1)
  })

  it('with a short lifetime is renewed a tenth before its end', async () => {
    there.expiresIn = 100
    await client.launch()
    client.now += 90_000 - 1
    await client.launch()
    expect(there.count('refresh_token')).toBe(0)
    client.now += 1
    await client.launch()
    await expect.poll(() => there.count('refresh_token')).toBe(1)
  })

  it('is requested with the key again without a username', async () => {
    client = new PlatformClient(there, { PLATFORM_USERNAME: '' })
    await client.launch()
    client.now += 36_000_000
    await client.launchMany(50)
    expect(there.count('client_credentials')).toBe(2)
    expect(there.count('refresh_token')).toBe(0)
  })

  it('is renewed once when the platform refuses it', async () => {
    await client.launchMany(3)
    there.forgetAccessTokens()
    await client.launchMany(50)
    expect(there.count('refresh_token')).toBe(1)
    expect(there.count('client_credentials')).toBe(1)
  })

  it('is renewed once per launch: the second refusal counts', async () => {
    const no = refuse(401, 'invalid_token')
    there.next(sso, no, no)
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_key_refused'))
    expect(grantsAsked()).toBe(2)
  })

  it('is renewed after a refusal without a body', async () => {
    await client.launch()
    there.next(sso, (_, response) => void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end())
    await client.launch()
    expect(there.count('refresh_token')).toBe(1)
  })
})

describe('a renewal with a lost response', () => {
  beforeEach(async () => {
    await client.launch()
    client.now += 36_000_000
  })

  it('is repeated with the same refresh token, and gets the same successor', async () => {
    there.next(token, there.loseAnswer)
    await client.launchMany(50)
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1'])
    client.now += 36_000_000
    await client.launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1', 'rt_2'])
    expect(there.count('client_credentials')).toBe(1)
  })

  it("is repeated by the next launch within the platform's retry window", async () => {
    there.next(token, there.loseAnswer, there.loseAnswer)
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_unreachable'))
    client.now += 7_999
    await client.launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1', 'rt_1'])
    expect(there.count('client_credentials')).toBe(1)
  })

  it('is not repeated later: that would look like theft', async () => {
    there.next(token, there.loseAnswer, there.loseAnswer)
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_unreachable'))
    client.now += 8_000
    await client.launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1'])
    expect(there.count('client_credentials')).toBe(2)
  })

  it('continues for the next launch when the first one gives up', async () => {
    endPatience()
    let answer: (() => void) | undefined
    there.next(token, (asked, response) => {
      answer = () => there.behave(asked, response)
    })
    await expect(client.launch(300)).rejects.toEqual(refusedAs('platform_unreachable'))
    answer?.()
    await client.launch()
    expect(sentRefreshTokens()).toEqual(['rt_1'])
  })

  it('is retried after a response that never comes', async () => {
    endPatience()
    there.next(token, hang)
    await client.launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1'])
  })
})

describe('a refused refresh', () => {
  it('falls back to the key, once', async () => {
    await client.launch()
    there.forgetRefreshTokens()
    client.now += 36_000_000
    await client.launchMany(50)
    expect(there.count('refresh_token')).toBe(1)
    expect(there.count('client_credentials')).toBe(2)
  })

  it('is not retried when the key is refused as well', async () => {
    await client.launch()
    there.forgetRefreshTokens()
    client.now += 36_000_000
    there.next(token, there.behave, refuse(401, 'invalid_client'))
    await expect(client.launch()).rejects.toEqual(refusedAs('platform_key_refused'))
    await client.launch()
    expect(there.count('refresh_token')).toBe(1)
    expect(there.count('client_credentials')).toBe(3)
  })
})
