import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { root } from '#lib/testing/people.ts'
import {
  basic,
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const invalidClient = {
  status: 401,
  headers: { ...commonHeaders, 'www-authenticate': 'Basic realm="Latchkey", charset="UTF-8"' },
  body: refusalBody('invalid_client', 'The API key or its secret is not valid.'),
}
const mistyped = 'the secret is mistyped or truncated: its checksum is wrong'

let services: TestServices
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

type Spoil = () => Record<string, string> | Promise<unknown>

describe('POST /auth/v1/token, 401 invalid_client', () => {
  it.each<[string, string, Spoil]>([
    ['the key is unknown', 'there is no such key', () => ({ clientId: `lkid_${'x'.repeat(20)}` })],
    ['the key ID is no key ID', 'there is no such key', () => ({ clientId: key.username })],
    ['the secret is wrong', 'the secret is wrong', () => ({ clientSecret: newKeySecret() })],
    ['the secret was cut off', mistyped, () => ({ clientSecret: key.secret.slice(0, -1) })],
    ['the secret was mistyped', mistyped, () => ({ clientSecret: key.secret.replace(/.$/, '-') })],
    ['the secret ends with a newline', 'the secret ends with a newline', () => ({ clientSecret: `${key.secret}\n` })],
    ['the secret ends with CRLF', 'the secret ends with a newline', () => ({ clientSecret: `${key.secret}\r\n` })],
    ['a space precedes the secret', 'the secret has whitespace around it', () => ({ clientSecret: ` ${key.secret}` })],
    ['a tab follows the secret', 'the secret has whitespace around it', () => ({ clientSecret: `${key.secret}\t` })],
    ['the key is revoked', 'the key is revoked', () => revokeApiKey(services, root, key.id)],
    ['the key is disabled', 'the key is disabled', () => disableApiKey(services, root, key.id)],
    [
      'the key has expired',
      'the key is expired',
      () => services.db.updateTable('api_keys').set({ expires_at: testStart }).execute(),
    ],
    [
      'the owner is deactivated',
      "the key's owner is deactivated",
      () => services.db.updateTable('users').set({ deactivated_at: testStart }).execute(),
    ],
  ])('when %s: the same answer, and the log says why', async (_, detail, spoil) => {
    const changed = await spoil()
    expect(await show(await postToken({ ...clientFields(key), ...(changed ?? {}) }))).toEqual(invalidClient)
    expect(services.logLines.map((line) => JSON.parse(line).detail)).toEqual([detail])
  })

  it('for a Basic header as for the form', async () => {
    const headers = basic(key.id, newKeySecret())
    expect(await show(await postToken({ grantType: 'client_credentials' }, { headers }))).toEqual(invalidClient)
    const withNewline = basic(key.id, `${key.secret}\n`)
    const answer = await postToken({ grantType: 'client_credentials' }, { headers: withNewline })
    expect(await show(answer)).toEqual(invalidClient)
    expect(services.logLines.map((line) => JSON.parse(line).detail)).toEqual([
      'the secret is wrong',
      'the secret ends with a newline',
    ])
  })

  it('from the exact millisecond at which the key expires', async () => {
    const expiring = await makeTestKey(services, { expiresInDays: 1 })
    services.clock.advance(dayMs - 1)
    await issueTestTokens(expiring)
    services.clock.advance(1)
    expect(await show(await postToken(clientFields(expiring)))).toEqual(invalidClient)
  })

  it('no longer once the key is enabled again', async () => {
    await disableApiKey(services, root, key.id)
    expect((await postToken(clientFields(key))).status).toBe(401)
    await enableApiKey(services, root, key.id)
    await issueTestTokens(key)
  })
})

describe('POST /auth/v1/token, 429 too_many_requests', () => {
  const wrong = () => ({ ...clientFields(key), clientSecret: newKeySecret() })

  it('after 20 failures per address and clientId; elsewhere the right secret goes on working', async () => {
    for (let i = 0; i < 20; i++) expect((await postToken(wrong())).status).toBe(401)
    const limited = await show(await postToken(wrong()))
    expect(limited).toEqual({
      status: 429,
      headers: { ...commonHeaders, 'retry-after': expect.stringMatching(/^(59|60)$/) },
      body: refusalBody(
        'too_many_requests',
        'Too many failed or open requests. Try again after the time in Retry-After.',
      ),
    })
    expect((await postToken(clientFields(key))).status).toBe(429)
    expect((await postToken(clientFields(key), { address: '192.0.2.2' })).status).toBe(200)
    expect((await postToken(clientFields(await makeTestKey(services)))).status).toBe(200)
  })

  it('exactly, also when 100 guesses arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => postToken(wrong())))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(20)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(80)
  })

  it('after 200 failures per address, whatever the clientId', async () => {
    for (let i = 0; i < 195; i++) await services.limits.clientsAtNetwork.countFailure('192.0.2.1')
    for (let i = 0; i < 5; i++) {
      const clientId = `lkid_${String(i).padStart(20, '0')}`
      expect((await postToken({ ...wrong(), clientId })).status).toBe(401)
    }
    expect((await postToken(clientFields(key))).status).toBe(429)
    expect((await postToken(clientFields(key), { address: '192.0.2.2' })).status).toBe(200)
  })

  it('never because of what succeeds', async () => {
    for (let i = 0; i < 25; i++) await issueTestTokens(key)
  })
})
