import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { deactivateUser, reactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { root } from '#lib/testing/people.ts'
import {
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  readTokens,
  refreshFields,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const invalidGrant = {
  status: 400,
  headers: commonHeaders,
  body: refusalBody('invalid_grant', 'The refresh token is not valid.'),
}

let services: TestServices
let key: TestKey
let token: string
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
  token = (await issueTestTokens(key)).refreshToken
})

const refresh = (refreshToken = token, clientId = key.email) => postToken(refreshFields(clientId, refreshToken))
const replacePart = (index: number, text: string) => token.split('.').with(index, text).join('.')
const setFamily = (values: { expires_at?: number; idle_expires_at?: number; generation?: number }) =>
  services.db.updateTable('refresh_families').set(values).execute()

type Spoil = () => string | Promise<unknown>

describe('POST /auth/v1/token, 400 invalid_grant', () => {
  it.each<[string, string, Spoil]>([
    ['it is of another form', 'it is malformed', () => 'x'],
    ['it is cut off', 'it is malformed', () => token.slice(0, -1)],
    ['its version is another', 'it is malformed', () => replacePart(0, 'lkrt2')],
    ['its generation is spelled otherwise', 'it is malformed', () => replacePart(2, '01')],
    ['its generation is 0', 'it is malformed', () => replacePart(2, '0')],
    ['it is an access token', 'it is malformed', async () => (await issueTestTokens(key)).accessToken],
    ['its family is unknown', 'there is no such family', () => replacePart(1, `fam_${'x'.repeat(20)}`)],
    ['its generation was raised', 'its mac is wrong', () => replacePart(2, '2')],
    ['its mac is another', 'its mac is wrong', () => replacePart(3, 'x'.repeat(43))],
    [
      'its mac is spelled otherwise',
      'its mac is wrong',
      () => token.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
    ],
    [
      'its mac is that of another family',
      'its mac is wrong',
      async () => replacePart(3, (await issueTestTokens(key)).refreshToken.split('.')[3] ?? ''),
    ],
    ['the key is revoked', 'the key is revoked', () => revokeApiKey(services, root, key.id)],
    ['the key is disabled', 'the key is disabled', () => disableApiKey(services, root, key.id)],
    [
      'the key has expired',
      'the key is expired',
      () => services.db.updateTable('api_keys').set({ expires_at: testStart }).execute(),
    ],
    ['the owner is deactivated', 'the family is revoked', () => deactivateUser(services, root, key.ownerId)],
    ['the family is past its end', 'the family is past its absolute end', () => setFamily({ expires_at: testStart })],
    ['the family was idle', 'the family was idle for too long', () => setFamily({ idle_expires_at: testStart })],
  ])('when %s: the same answer, and the log says why', async (_, detail, spoil) => {
    const spoiled = await spoil()
    expect(await show(await refresh(typeof spoiled === 'string' ? spoiled : token))).toEqual(invalidGrant)
    expect(services.logLines.map((line) => JSON.parse(line).detail)).toEqual([detail])
  })

  it.each<[string, number]>([
    ['the current token', 0],
    ['the previous one', 1],
    ['an older one, which would be theft', 2],
  ])("when another user's clientId comes with %s: nothing changes", async (_, rotations) => {
    const other = await makeTestKey(services)
    let newest = token
    for (let i = 0; i < rotations; i++) newest = (await readTokens(await refresh(newest))).refreshToken
    for (const clientId of [other.email, other.username, key.id, key.ownerId, 'nobody']) {
      expect(await show(await refresh(token, clientId))).toEqual(invalidGrant)
    }
    expect((await refresh(newest)).status).toBe(200)
  })

  it('when a restored backup knows an earlier generation: refused, and the family lives', async () => {
    const newest = (await readTokens(await refresh())).refreshToken
    await setFamily({ generation: 1 })
    expect(await show(await refresh(newest))).toEqual(invalidGrant)
    expect(services.logLines.map((line) => JSON.parse(line).detail)).toEqual([
      'its generation is from after a restored backup',
    ])
    expect((await refresh()).status).toBe(200)
  })

  it('only while the key is disabled: enabled again, the family goes on', async () => {
    await disableApiKey(services, root, key.id)
    expect((await refresh()).status).toBe(400)
    await enableApiKey(services, root, key.id)
    expect((await refresh()).status).toBe(200)
  })

  it('for good when the owner was deactivated: reactivating brings no token back', async () => {
    await deactivateUser(services, root, key.ownerId)
    await reactivateUser(services, root, key.ownerId)
    expect(await show(await refresh())).toEqual(invalidGrant)
    expect((await refresh((await issueTestTokens(key)).refreshToken)).status).toBe(200)
  })

  it('from the exact millisecond at which the key expires', async () => {
    const expiring = await makeTestKey(services, { expiresInDays: 1 })
    const { refreshToken } = await issueTestTokens(expiring)
    services.clock.advance(dayMs - 1)
    const successor = await readTokens(await refresh(refreshToken, expiring.email))
    services.clock.advance(1)
    expect(await show(await refresh(successor.refreshToken, expiring.email))).toEqual(invalidGrant)
  })

  it('becomes 429 after 60 in a minute from one address, while good tokens go on', async () => {
    for (let i = 0; i < 60; i++) expect((await refresh('x')).status).toBe(400)
    const limited = await refresh('x')
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toMatch(/^(59|60)$/)
    expect((await refresh()).status).toBe(200)
  })
})
