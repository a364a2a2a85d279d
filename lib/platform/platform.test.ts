import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { Platform } from '#lib/platform/platform.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import {
  type Behaviour,
  hang,
  platformKey,
  platformVariables,
  refuse,
  reset,
  say,
  startTestPlatform,
  type TestPlatform,
} from '#lib/testing/test-platform.ts'
import { testStart } from '#lib/testing/test-services.ts'

const token = '/auth/v1/token'
const sso = '/auth/v1/sso'
const wanted = { accountId: 'acme', backUrl: 'https://login.example.com/', locale: undefined, deepPath: undefined }

let there: TestPlatform
let platform: Platform
let now: number
let logLines: string[]
let patience: MockInstance<typeof AbortSignal.timeout>

beforeEach(async () => {
  // A machine that stands still for seconds must not pass for a platform that does; `mockRestore` where time is the point.
  const endAfter = AbortSignal.timeout.bind(AbortSignal)
  patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => endAfter(10 * ms))
  there = await startTestPlatform()
  now = testStart
  logLines = []
  platform = connect()
})

afterEach(() => {
  patience.mockRestore()
})

function connect(variables: Record<string, string> = {}): Platform {
  const { platform: settings } = readEnv({ ...platformVariables(there), ...variables })
  if (!settings) throw new Error('no platform is set')
  return new Platform(settings, { now: () => now }, createLog('trace', { write: (line) => void logLines.push(line) }))
}

function launch(limitMs = 5_000): Promise<string> {
  return platform.requestGrantUrl(wanted, AbortSignal.timeout(limitMs))
}

const launchMany = (count: number) => Promise.all(Array.from({ length: count }, () => launch()))
const grantsAsked = () => there.asked.filter(({ path }) => path === sso).length
const sentRefreshTokens = () => there.asked.flatMap(({ fields }) => fields.refreshToken ?? [])
const refusedAs = (code: string, facts: object = {}) => expect.objectContaining({ code, ...facts })

describe('a link of the other platform', () => {
  it('is asked for with the form and the token of the protocol', async () => {
    expect(await launch()).toMatch(new RegExp(`^${there.url}/sso\\?token=grant_\\d+&`))
    expect(there.asked).toEqual([
      {
        path: token,
        fields: { grantType: 'client_credentials', clientId: platformKey.id, clientSecret: platformKey.secret },
        authorization: '',
      },
      {
        path: sso,
        fields: { accountId: 'acme', backUrl: 'https://login.example.com/' },
        authorization: 'Bearer at_1',
      },
    ])
  })

  it('passes on a place and a locale where they are given', async () => {
    const more = { ...wanted, locale: 'de-at', deepPath: '/accounts/acme/x' }
    await platform.requestGrantUrl(more, AbortSignal.timeout(5_000))
    expect(there.asked.at(-1)?.fields).toEqual(more)
  })

  it('may be asked for below a path', async () => {
    platform = connect({ PLATFORM_URL: `${there.url}/customers` })
    there.next(`/customers${token}`, there.behave)
    await expect(launch()).rejects.toEqual(refusedAs('platform_unusable'))
    expect(there.asked.map(({ path }) => path)).toEqual([`/customers${token}`])
  })
})

describe('the token', () => {
  it('is asked for once, however many need it at the same moment', async () => {
    expect(new Set(await launchMany(50)).size).toBe(50)
    expect(there.count('client_credentials')).toBe(1)
    await launchMany(3)
    expect(there.asked).toHaveLength(1 + 50 + 3)
  })

  it('is refreshed once, when it has ended, by the name of the key’s owner', async () => {
    await launch()
    now += 36_000_000
    await launchMany(50)
    expect(there.count('client_credentials')).toBe(1)
    expect(there.count('refresh_token')).toBe(1)
    expect(there.asked.find(({ fields }) => fields.grantType === 'refresh_token')).toEqual({
      path: token,
      fields: { grantType: 'refresh_token', clientId: 'crm', refreshToken: 'rt_1' },
      authorization: '',
    })
    expect(there.asked.slice(-50).every(({ authorization }) => authorization === 'Bearer at_2')).toBe(true)
  })

  it('is refreshed ahead of its end, while nobody waits', async () => {
    await launch()
    now += 36_000_000 - 60_001
    await launch()
    expect(there.count('refresh_token')).toBe(0)
    now += 1
    there.next(token, hang)
    await launchMany(10)
    await expect.poll(() => there.count('refresh_token')).toBe(1)
    expect(there.asked.filter(({ authorization }) => authorization === 'Bearer at_1')).toHaveLength(12)
  })

  it('that cannot be refreshed ahead of its end is used to its end', async () => {
    await launch()
    now += 36_000_000 - 60_000
    there.next(token, refuse(503, 'temporarily_unavailable', '', { 'Retry-After': '30' }))
    await launch()
    await expect.poll(() => logLines.join('')).toContain('could not be renewed')
    await launch()
    await expect.poll(() => there.count('refresh_token')).toBe(2)
    expect(there.count('client_credentials')).toBe(1)
  })

  it('of a short life is renewed at a tenth of it', async () => {
    there.expiresIn = 100
    await launch()
    now += 90_000 - 1
    await launch()
    expect(there.count('refresh_token')).toBe(0)
    now += 1
    await launch()
    await expect.poll(() => there.count('refresh_token')).toBe(1)
  })

  it('is asked for anew with the key where no user name is known', async () => {
    platform = connect({ PLATFORM_USERNAME: '' })
    await launch()
    now += 36_000_000
    await launchMany(50)
    expect(there.count('client_credentials')).toBe(2)
    expect(there.count('refresh_token')).toBe(0)
  })

  it('is renewed once when the platform takes it no more', async () => {
    await launchMany(3)
    there.forgetAccessTokens()
    await launchMany(50)
    expect(there.count('refresh_token')).toBe(1)
    expect(there.count('client_credentials')).toBe(1)
  })

  it('is renewed once for a launch: a second "no" is one', async () => {
    const no = refuse(401, 'invalid_token')
    there.next(sso, no, no)
    await expect(launch()).rejects.toEqual(refusedAs('platform_key_refused'))
    expect(grantsAsked()).toBe(2)
  })

  it('is known to be refused without a body, too', async () => {
    await launch()
    there.next(sso, (_, response) => void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end())
    await launch()
    expect(there.count('refresh_token')).toBe(1)
  })
})

describe('a renewal whose answer is lost', () => {
  beforeEach(async () => {
    await launch()
    now += 36_000_000
  })

  it('is repeated with the same refresh token, and gets the same successor', async () => {
    there.next(token, there.loseAnswer)
    await launchMany(50)
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1'])
    now += 36_000_000
    await launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1', 'rt_2'])
    expect(there.count('client_credentials')).toBe(1)
  })

  it('is repeated by the next launch, within the time in which the platform takes it for a repeat', async () => {
    there.next(token, there.loseAnswer, there.loseAnswer)
    await expect(launch()).rejects.toEqual(refusedAs('platform_unreachable'))
    now += 7_999
    await launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1', 'rt_1'])
    expect(there.count('client_credentials')).toBe(1)
  })

  it('is not repeated later: that would look like theft', async () => {
    there.next(token, there.loseAnswer, there.loseAnswer)
    await expect(launch()).rejects.toEqual(refusedAs('platform_unreachable'))
    now += 8_000
    await launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1'])
    expect(there.count('client_credentials')).toBe(2)
  })

  it('goes on for the next launch when the first one has waited long enough', async () => {
    patience.mockRestore()
    let answer: (() => void) | undefined
    there.next(token, (asked, response) => {
      answer = () => there.behave(asked, response)
    })
    await expect(launch(300)).rejects.toEqual(refusedAs('platform_unreachable'))
    answer?.()
    await launch()
    expect(sentRefreshTokens()).toEqual(['rt_1'])
  })

  it('is asked for again after an answer that never comes', async () => {
    patience.mockRestore()
    there.next(token, hang)
    await launch()
    expect(sentRefreshTokens()).toEqual(['rt_1', 'rt_1'])
  })
})

describe('a refused refresh', () => {
  it('makes room for the key, once', async () => {
    await launch()
    there.forgetRefreshTokens()
    now += 36_000_000
    await launchMany(50)
    expect(there.count('refresh_token')).toBe(1)
    expect(there.count('client_credentials')).toBe(2)
  })

  it('is not tried again when the key is refused, too', async () => {
    await launch()
    there.forgetRefreshTokens()
    now += 36_000_000
    there.next(token, there.behave, refuse(401, 'invalid_client'))
    await expect(launch()).rejects.toEqual(refusedAs('platform_key_refused'))
    await launch()
    expect(there.count('refresh_token')).toBe(1)
    expect(there.count('client_credentials')).toBe(3)
  })
})

describe('a platform that fails', () => {
  /** Good but for its length. */
  const padded: Behaviour = (asked, response) => {
    const content = { accessToken: 'at_1', expiresIn: 60, tokenType: 'Bearer', grantUrl: `${there.url}/sso` }
    say(200, { ...content, padding: 'x'.repeat(65_536) })(asked, response)
  }
  const later = (seconds: string) => ({ 'Retry-After': seconds })
  const cases: [what: string, behaviour: Behaviour, code: string, facts: object, times: number][] = [
    ['cuts the connection', reset, 'platform_unreachable', {}, 2],
    [
      'breaks off in its answer',
      (_, r) => void r.writeHead(200, { 'Content-Length': '9' }).write('{"a"', () => r.destroy()),
      'platform_unreachable',
      {},
      2,
    ],
    ['fails', refuse(500, 'server_error'), 'platform_unreachable', {}, 2],
    [
      'is not behind its proxy',
      (_, r) => void r.writeHead(502).end('<h1>Bad Gateway</h1>'),
      'platform_unreachable',
      {},
      2,
    ],
    ['is busy', refuse(503, 'temporarily_unavailable', '', later('2')), 'platform_busy', { retryAfterSeconds: 2 }, 1],
    ['is busy without saying how long', refuse(503, 'x'), 'platform_busy', { retryAfterSeconds: 5 }, 1],
    [
      'counts too many failures',
      refuse(429, 'too_many_requests', '', later('60')),
      'platform_busy',
      { retryAfterSeconds: 60 },
      1,
    ],
    [
      'asks for a day',
      refuse(429, 'too_many_requests', '', later('86400')),
      'platform_busy',
      { retryAfterSeconds: 3_600 },
      1,
    ],
    ['answers rubbish', (_, r) => void r.end('<html>'), 'platform_unusable', {}, 1],
    ['answers nothing', (_, r) => void r.writeHead(204).end(), 'platform_unusable', {}, 1],
    ['answers something else', say(200, { ok: true }), 'platform_unusable', {}, 1],
    ['answers more than can be meant', padded, 'platform_unusable', {}, 1],
    ['sends away', (_, r) => void r.writeHead(307, { Location: '/elsewhere' }).end(), 'platform_unusable', {}, 1],
    ['is not there', refuse(404, 'not_found'), 'platform_unusable', {}, 1],
  ]

  it.each(cases)('at a link: %s', async (_, behaviour, code, facts, times) => {
    await launch()
    there.asked.length = 0
    there.next(sso, behaviour, behaviour)
    await expect(launch()).rejects.toEqual(refusedAs(code, facts))
    expect(there.asked.map(({ path }) => path)).toEqual(Array(times).fill(sso))
  })

  it.each(cases)('at a token: %s', async (_, behaviour, code, facts, times) => {
    there.next(token, behaviour, behaviour)
    await expect(launch()).rejects.toEqual(refusedAs(code, facts))
    expect(there.asked.map(({ path }) => path)).toEqual(Array(times).fill(token))
  })

  it.each(cases.filter(([, , code]) => code === 'platform_unreachable'))(
    'once, opens all the same: it %s',
    async (_, behaviour) => {
      there.next(token, behaviour)
      there.next(sso, behaviour)
      await launch()
    },
  )

  it('is asked again when it says "in a second", and after that second', async () => {
    there.next(sso, refuse(503, 'temporarily_unavailable', '', later('1')))
    const before = performance.now()
    await launch()
    expect(performance.now() - before).toBeGreaterThan(990)
    expect(grantsAsked()).toBe(2)
  })

  it('is not waited for beyond the limit', async () => {
    await launch()
    patience.mockRestore()
    there.next(sso, hang)
    const before = performance.now()
    await expect(launch(400)).rejects.toEqual(refusedAs('platform_unreachable'))
    expect(performance.now() - before).toBeLessThan(1_500)
  })

  it('may drip its answer: that is bounded as well', async () => {
    await launch()
    patience.mockRestore()
    const drips: NodeJS.Timeout[] = []
    there.next(sso, (_, response) => {
      response.writeHead(200)
      drips.push(setInterval(() => response.write(' '), 50))
    })
    await expect(launch(400)).rejects.toEqual(refusedAs('platform_unreachable'))
    for (const drip of drips) clearInterval(drip)
  })

  it('is found again when it is back, without a new start here', async () => {
    const port = await findFreePort()
    platform = connect({ PLATFORM_URL: `http://127.0.0.1:${port}` })
    await expect(launch()).rejects.toEqual(refusedAs('platform_unreachable'))
    const back = await startTestPlatform(port)
    expect(await launch()).toContain(back.url)
  })
})

describe('a platform that refuses', () => {
  it.each([
    ['account', refuse(403, 'access_denied'), 'platform_account_refused'],
    [
      'return address',
      refuse(400, 'invalid_request', 'The value of backUrl is not acceptable.'),
      'platform_return_refused',
    ],
    ['scope', refuse(403, 'insufficient_scope'), 'platform_key_refused'],
    ['locale', refuse(400, 'invalid_request', 'The value of locale is not acceptable.'), 'platform_unusable'],
    ['thing that nobody knows', refuse(418, 'teapot'), 'platform_unusable'],
  ])('the %s', async (_, behaviour, code) => {
    there.next(sso, behaviour)
    await expect(launch()).rejects.toEqual(refusedAs(code))
    expect(grantsAsked()).toBe(1)
  })

  it('the key is asked once, and says so in the log with the id of its answer', async () => {
    platform = connect({ PLATFORM_CLIENT_SECRET: 'wrong' })
    const detail = '/auth/v1/token answered 401 invalid_client req_theirs00000000000000'
    await expect(launch()).rejects.toEqual(refusedAs('platform_key_refused', { detail }))
    expect(there.asked).toHaveLength(1)
  })

  it('and echoes what was sent, gets none of it into the log', async () => {
    const echo: Behaviour = ({ fields, authorization }, response) => {
      const sent = `${authorization}${fields.clientSecret}`
      say(400, { error: sent, error_description: sent, requestId: fields.clientSecret })(
        { path: '', fields, authorization },
        response,
      )
    }
    there.next(token, echo)
    await expect(launch()).rejects.toEqual(refusedAs('platform_unusable', { detail: '/auth/v1/token answered 400' }))
  })
})

describe('a token answer that is not one', () => {
  const good = { accessToken: 'at_1', expiresIn: 36_000, tokenType: 'Bearer', refreshToken: 'rt_1' }

  it.each<[string, object]>([
    ['without a token', { ...good, accessToken: undefined }],
    ['with a token that is no header', { ...good, accessToken: 'a\r\nX-Evil: 1' }],
    ['of another type', { ...good, tokenType: 'DPoP' }],
    ['with a lifetime in words', { ...good, expiresIn: 'soon' }],
    ['that has ended', { ...good, expiresIn: 0 }],
    ['in the standard spelling', { access_token: 'at_1', expires_in: 36_000, token_type: 'Bearer' }],
  ])('%s is not used', async (_, content) => {
    there.next(token, say(200, content))
    await expect(launch()).rejects.toEqual(refusedAs('platform_unusable'))
    expect(grantsAsked()).toBe(0)
  })
})

describe('a link that is not the platform’s own', () => {
  it.each([
    'https://evil.example/sso?token=x',
    'http://127.0.0.1:1/sso?token=x',
    '//evil.example/sso',
    '/sso?token=x',
    'javascript:alert(1)//sso',
    'blob:ORIGIN/sso',
    'ORIGIN@evil.example/sso',
    'ORIGIN.evil.example/sso',
    'ORIGIN\\@evil.example/sso',
    'ORIGIN/sso\r\nSet-Cookie: a=b',
    ' ORIGIN/sso',
    'ORIGIN/accounts/acme',
    'ORIGIN/accounts?/sso',
    'ORIGIN/accounts#/sso',
    'ORIGIN',
    '',
  ])('%j opens nothing', async (link) => {
    there.next(sso, say(200, { grantUrl: link.replace('ORIGIN', there.url), expiresIn: 15 }))
    await expect(launch()).rejects.toEqual(
      refusedAs('platform_unusable', { detail: '/auth/v1/sso answered no link of its own' }),
    )
  })

  it.each(['ORIGIN/sso?token=x', 'ORIGIN/customers/sso?token=x', 'ORIGIN/sso/?token=x'])(
    'but %s does',
    async (link) => {
      const grantUrl = link.replace('ORIGIN', there.url)
      there.next(sso, say(200, { grantUrl }))
      expect(await launch()).toBe(grantUrl)
    },
  )
})
