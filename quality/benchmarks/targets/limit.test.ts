import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { importJWK, type JWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, startChild } from '../harness/child.ts'

// The `limit` target must do everything that its description says.

const baseUrl = 'http://localhost:4000'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-limit-'))
afterAll(() => rmSync(folder, { recursive: true }))
let child: Child
let key: { clientId: string; clientSecret: string }

describe.each(['here', 'thread'])('the limit, which commits %s', (committer) => {
  beforeAll(async () => {
    child = await startChild({
      script: join(import.meta.dirname, 'limit-server.ts'),
      args: [folder, baseUrl, committer],
      variables: {},
      logFile: join(folder, 'output.log'),
    })
    key = (child.facts.clients as (typeof key)[])[3] ?? key
  })

  afterAll(async () => {
    await child.stop()
  })

  const credentials = () => ({ grantType: 'client_credentials', ...key })

  function post(
    body: string | Record<string, string>,
    path = '/auth/v1/token',
    type = 'application/x-www-form-urlencoded',
  ) {
    return fetch(`http://127.0.0.1:${child.facts.port}${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
      headers: { 'Content-Type': type },
    })
  }

  it('answers with a token that was signed and a family that is in the database', async () => {
    const response = await post(credentials())
    const answer = await response.json()
    expect([response.status, Object.keys(answer)]).toEqual([
      200,
      ['accessToken', 'expiresIn', 'tokenType', 'refreshToken'],
    ])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    const publicKey = await importJWK(child.facts.publicJwk as JWK, 'ES256')
    const { payload } = await jwtVerify(answer.accessToken, publicKey, {
      typ: 'at+jwt',
      issuer: baseUrl,
      audience: baseUrl,
    })
    expect(payload).toMatchObject({ client_id: key.clientId, scope: 'sso', jti: expect.any(String) })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(36_000)
    const db = new SqliteDatabase(join(folder, 'limit.db'), { readonly: true })
    const row = db.prepare('select * from refresh_families where id = ?').get(payload.sid)
    db.close()
    expect(row).toMatchObject({ key_id: key.clientId, owner_id: payload.sub, generation: 1, issued_from: '127.0.0.1' })
  })

  it('gives as many at once a family each', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, async () => (await post(credentials())).json()))
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(50)
  })

  it.each([
    ['a wrong secret', () => ({ ...credentials(), clientSecret: `${key.clientSecret.slice(0, -1)}!` }), 401],
    ['an unknown key', () => ({ ...credentials(), clientId: 'lkid_unknown' }), 401],
    ['another grant', () => ({ ...credentials(), grantType: 'password' }), 400],
    ['a missing field', () => ({ grantType: 'client_credentials', clientId: key.clientId }), 400],
    ['a field that was sent twice', () => `${new URLSearchParams(credentials())}&clientId=other`, 400],
    ['a form that is too long', () => ({ ...credentials(), more: 'x'.repeat(16 * 1024) }), 413],
  ])('refuses %s', async (_what, makeBody, status) => {
    expect((await post(makeBody())).status).toBe(status)
  })

  it('refuses another type, and another path', async () => {
    expect((await post(credentials(), '/auth/v1/token', 'text/plain')).status).toBe(400)
    expect((await post(credentials(), '/auth/v1/token?clientSecret=x')).status).toBe(404)
  })
})
