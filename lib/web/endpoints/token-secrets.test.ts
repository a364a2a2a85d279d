import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { newKeyId } from '#lib/domain/keys/api-keys/api-key.ts'
import { newKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { issueAccessToken } from '#lib/domain/tokens/access-tokens/issue-access-token.ts'
import { rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { verifyAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import { formatRefreshToken, parseRefreshToken } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import { randomId, randomToken } from '#lib/kernel/crypto.ts'
import { root } from '#lib/testing/people.ts'
import {
  basic,
  clientFields,
  issueTestTokens,
  makeTestKey,
  postToken,
  readTokens,
  refreshFields,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

/** Every value of every row of every table. */
async function dump(): Promise<string> {
  const tables = await services.db.introspection.getTables()
  const contents = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(services.db).then(({ rows }) => rows)),
  )
  return JSON.stringify(contents)
}

describe('what is secret', () => {
  it('is found in no column and in no line of the log, as it was sent or as a part of it', async () => {
    const key = await makeTestKey(services)
    const { accessToken, refreshToken } = await issueTestTokens(key)
    const successor = await readTokens(await postToken(refreshFields(key.email, refreshToken)))
    const wrongSecret = newKeySecret()
    await postToken({ ...clientFields(key), clientSecret: wrongSecret })
    await postToken({ ...clientFields(key), clientSecret: `${key.secret}x` })
    await postToken({ ...clientFields(key), clientId: key.secret })
    await postToken({ grantType: 'client_credentials' }, { headers: basic(key.id, wrongSecret) })
    await postToken(refreshFields('nobody', refreshToken))
    services.clock.advance(10_000)
    await postToken(refreshFields(key.email, refreshToken))
    await rotateSigningKey(services, root, { now: true })

    const kept = `${await dump()}${services.logLines.join('')}`
    expect(services.logLines.length).toBeGreaterThan(4)
    const secrets = [key.secret, wrongSecret, accessToken, refreshToken, successor.accessToken, successor.refreshToken]
    for (const secret of secrets) {
      const parts = [secret, encodeURIComponent(secret), ...secret.split('.').filter((part) => part.length >= 40)]
      // The header of an access token is no secret; its signature is.
      for (const part of parts.filter((text) => !text.startsWith('eyJ') || text.includes('.'))) {
        expect(kept).not.toContain(part)
      }
      expect(kept).not.toContain(secret.slice(6, 40))
    }
    for (const master of services.keys.all) {
      for (const serverKey of [master.apiKeySecret.export(), master.refreshToken.export(), master.signingKeySeal]) {
        for (const encoding of ['hex', 'base64', 'base64url'] as const) {
          expect(kept).not.toContain(serverKey.toString(encoding))
        }
      }
    }
  })
})

describe('the longest values of section 2', () => {
  it('are 2 048 characters for an access token, with the longest host name and any algorithm', async () => {
    const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`
    const widest = await openTestServices({ BASE_URL: `https://${host}:65535` })
    for (const alg of signingAlgorithms) {
      await rotateSigningKey(widest, root, { now: true, alg })
      const subject = {
        userId: randomId('usr'),
        keyId: newKeyId(),
        familyId: randomId('fam'),
        scope: keyScopes.join(' '),
      }
      const { accessToken } = await issueAccessToken(widest, { ...subject, issuedAt: widest.clock.now() })
      expect(accessToken.length).toBeLessThanOrEqual(2_048)
      expect(await verifyAccessToken(widest, accessToken)).toMatchObject(subject)
    }
  })

  it('are 256 characters for a refresh token, however often it was rotated', () => {
    const family = { id: randomId('fam'), nonce: randomToken() }
    const token = formatRefreshToken(services.keys.current, family, 999_999_999_999_999)
    expect(token.length).toBeLessThanOrEqual(256)
    expect(parseRefreshToken(token)).toMatchObject({ generation: 999_999_999_999_999 })
  })
})

describe('a change of the master secret', () => {
  it('fails no key and no token while both are configured, and none that was used when the old one is gone', async () => {
    const newSecret = 'another master secret of 32 characters and more'
    const { dataDir } = services.env
    const used = await makeTestKey(services)
    const unused = await makeTestKey(services)
    const { refreshToken, accessToken } = await issueTestTokens(used)
    const first = await readTokens(await postToken(refreshFields(used.email, refreshToken)))
    const idle = await issueTestTokens(unused)

    const both = await openTestServices({ DATA_DIR: dataDir, LATCHKEY_SECRET: `${newSecret},${testSecret}` })
    // The retry of a rotation from before the change still gets the very same successor.
    const retried = await readTokens(await postToken(refreshFields(used.email, refreshToken)))
    expect(retried.refreshToken).toBe(first.refreshToken)
    const second = await readTokens(await postToken(refreshFields(used.email, first.refreshToken)))
    // And one of the rotation that crossed the change.
    const crossed = await readTokens(await postToken(refreshFields(used.email, first.refreshToken)))
    expect(crossed.refreshToken).toBe(second.refreshToken)
    await issueTestTokens(used)
    expect(await verifyAccessToken(both, accessToken)).toMatchObject({ keyId: used.id })

    const renewed = await openTestServices({ DATA_DIR: dataDir, LATCHKEY_SECRET: newSecret })
    await issueTestTokens(used)
    expect((await postToken(refreshFields(used.email, second.refreshToken))).status).toBe(200)
    expect(await verifyAccessToken(renewed, accessToken)).toMatchObject({ keyId: used.id })
    expect((await postToken(clientFields(unused))).status).toBe(401)
    expect((await postToken(refreshFields(unused.email, idle.refreshToken))).status).toBe(400)
    expect(renewed.logLines.map((line) => JSON.parse(line).detail)).toEqual([
      'the key was hashed with a master secret that is no longer configured',
      'its mac is wrong',
    ])
  })

  it('detects reuse across it', async () => {
    const newSecret = 'another master secret of 32 characters and more'
    const key = await makeTestKey(services)
    const { refreshToken } = await issueTestTokens(key)
    const both = await openTestServices({
      DATA_DIR: services.env.dataDir,
      LATCHKEY_SECRET: `${newSecret},${testSecret}`,
    })
    const successor = await readTokens(await postToken(refreshFields(key.email, refreshToken)))
    both.clock.advance(10_000)
    expect((await postToken(refreshFields(key.email, refreshToken))).status).toBe(400)
    expect((await postToken(refreshFields(key.email, successor.refreshToken))).status).toBe(400)
  })
})
