import { beforeEach, describe, expect, it } from 'vitest'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { fewOf } from '#lib/testing/sampling.ts'
import { issueTestTokens, makeTestKey, postToken, refreshFields, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const scopes: ManagementScope[] = ['keys:read', 'keys:write']

let services: TestServices
let caller: ApiCaller
let key: TestKey
beforeEach(async () => {
  services = await openTestServices()
  caller = await makeApiCaller(services, scopes)
  key = await makeTestKey(services)
})

type Listed = Readonly<{ id: string; state: string; refusedUntil: string | null }>

async function listSecrets({ id } = key, by = caller): Promise<readonly Listed[]> {
  return (await by.call('GET', `/keys/${id}/secrets`)).body.items
}

async function idOf(state: string, of = key, by = caller): Promise<string> {
  return (await listSecrets(of, by)).find((secret) => secret.state === state)?.id ?? `no ${state} secret`
}

const retire = (secretId: string, query = '', { id } = key, by = caller) =>
  by.call('DELETE', `/keys/${id}/secrets/${secretId}${query}`)
const rehearse = (body: unknown = {}, { id } = key, by = caller) => by.call('PUT', `/keys/${id}/rehearsal`, { body })
const endRehearsal = ({ id } = key, by = caller) => by.call('DELETE', `/keys/${id}/rehearsal`)
const refresh = async (token: string) => (await postToken(refreshFields(key.username, token))).status

async function listEvents(kind: string) {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['actor_kind', 'actor_id', 'actor_name', 'subject_id', 'details'])
    .where('kind', '=', kind)
    .execute()
  return rows.map(({ details, ...row }) => ({ ...row, ...JSON.parse(details) }))
}

const program = () => ({ actor_kind: 'program', actor_id: caller.key.ownerId, actor_name: 'Sync' })

describe('GET /api/v1/keys/<keyId>/secrets', () => {
  it('says what still uses the retiring secret, and what its retirement does', async () => {
    await issueTestTokens(key)
    await startTestRotation(services, key)
    await rehearse({ minutes: 5 })
    const at = new Date(testStart).toISOString()
    const { status, body } = await caller.call('GET', `/keys/${key.id}/secrets`)
    expect([status, body]).toMatchObject([
      200,
      {
        safeToRetire: false,
        families: [{ id: expect.stringMatching(/^fam_/), issuedAt: at, lastUsedAt: at }],
        items: [
          { state: 'current', firstUsedAt: at, createdByName: null, families: null, refusedFrom: null },
          { state: 'retiring', firstUsedAt: null, families: 'run_out', refusedFrom: at, liveFamilies: 1 },
        ],
      },
    ])
  })
})

describe('DELETE /api/v1/keys/<keyId>/secrets/<secretId>', () => {
  it('retires the retiring secret at once, leaves its families running, and names the key as the actor', async () => {
    const { refreshToken } = await issueTestTokens(key)
    await startTestRotation(services, key)
    const secretId = await idOf('retiring')
    const { status, text } = await retire(secretId)
    expect([status, text]).toEqual([204, ''])
    expect([await tryTestSecret(key, key.secret), await refresh(refreshToken)]).toEqual([401, 200])
    expect(await idOf('retired')).toBe(secretId)
    expect(await listEvents('api_key.secret_retired')).toMatchObject([
      { ...program(), subject_id: key.id, secretId, reason: 'asked', families: 0 },
    ])
  })

  it('ends its families with families=end', async () => {
    const { refreshToken } = await issueTestTokens(key)
    await startTestRotation(services, key)
    expect((await retire(await idOf('retiring'), '?families=end')).status).toBe(204)
    expect(await refresh(refreshToken)).toBe(400)
  })

  it('discards a pending secret', async () => {
    const { secret } = await rotateSecret(services, root, { keyId: key.id })
    expect((await retire(await idOf('pending'))).status).toBe(204)
    expect([await tryTestSecret(key, secret), await tryTestSecret(key, key.secret)]).toEqual([401, 200])
  })

  it('is 409 for the current secret and for one that no longer works', async () => {
    await startTestRotation(services, key)
    const retiring = await idOf('retiring')
    expect((await retire(await idOf('current'))).status).toBe(409)
    await retire(retiring)
    expect(await retire(retiring)).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect(await listEvents('api_key.secret_retired')).toHaveLength(1)
  })

  it('happens once, of 20 parallel requests', async () => {
    await startTestRotation(services, key)
    const secretId = await idOf('retiring')
    const answers = await Promise.all(Array.from({ length: 20 }, () => retire(secretId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(19).fill(409)])
  })

  it.each(['ksec_unknown', 'x'.repeat(64), '%00', "'%20or%20''%3D'", '%25', '__proto__'])(
    'is 404 for the secret %s',
    async (secretId) => {
      await startTestRotation(services, key)
      expect(await retire(secretId)).toMatchObject({ status: 404, body: { error: 'not_found' } })
    },
  )

  it('is 404 for a secret of another key', async () => {
    await startTestRotation(services, key)
    const other = await makeTestKey(services)
    expect((await retire(await idOf('retiring'), '', other)).status).toBe(404)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
  })

  it('is 400 for an ID that is too long, and for other families', async () => {
    expect(await retire('x'.repeat(65))).toMatchObject({ status: 400, body: { fields: { secretId: 'too_long' } } })
    expect(await retire('ksec_x', '?families=all')).toMatchObject({
      status: 400,
      body: { fields: { families: 'malformed' } },
    })
    expect((await retire('ksec_x', '?families=end&families=run_out')).status).toBe(400)
  })
})

describe('the rehearsal of a retirement', () => {
  beforeEach(async () => void (await startTestRotation(services, key)))

  it('refuses the retiring secret for the given time, and then no longer', async () => {
    const { status, body } = await rehearse({ minutes: 15 })
    const refusedUntil = new Date(testStart + 15 * minuteMs).toISOString()
    expect([status, body]).toEqual([200, { secretId: await idOf('retiring'), refusedUntil }])
    expect((await listSecrets()).map((secret) => secret.refusedUntil)).toEqual([null, refusedUntil])
    expect(await listEvents('api_key.secret_rehearsed')).toMatchObject([{ ...program(), minutes: 15 }])
    services.clock.advance(15 * minuteMs - 1)
    expect(await tryTestSecret(key, key.secret)).toBe(401)
    services.clock.advance(1)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
    expect((await listSecrets()).map((secret) => secret.refusedUntil)).toEqual([null, null])
  })

  it('takes five minutes by default, and begins again when it is repeated', async () => {
    await rehearse()
    services.clock.advance(4 * minuteMs)
    expect((await rehearse()).body.refusedUntil).toBe(new Date(testStart + 9 * minuteMs).toISOString())
  })

  it('is ended early, and ending it again changes nothing', async () => {
    await rehearse()
    for (let time = 0; time < 2; time++) {
      const { status, text } = await endRehearsal()
      expect([status, text]).toEqual([204, ''])
      expect(await tryTestSecret(key, key.secret)).toBe(200)
    }
    expect(await listEvents('api_key.rehearsal_ended')).toMatchObject([program()])
  })

  it('is 409 without a retiring secret', async () => {
    expect(await rehearse({}, await makeTestKey(services))).toMatchObject({ status: 409, body: { error: 'conflict' } })
  })

  it.each([
    [{ minutes: 0 }, { minutes: 'out_of_range' }],
    [{ minutes: 16 }, { minutes: 'out_of_range' }],
    [{ minutes: 1.5 }, { minutes: 'malformed' }],
    [{ minutes: '5' }, { minutes: 'malformed' }],
    [{ secretId: 'ksec_x' }, { secretId: 'unknown' }],
  ])('is 400 for %j', async (body, fields) => {
    expect(await rehearse(body)).toMatchObject({ status: 400, body: { error: 'invalid_request', fields } })
  })

  it.each(fewOf(2, ['', '[]', 'null', '{']))('is 400 for the body %j', async (body) => {
    expect((await rehearse(body)).status).toBe(400)
  })
})

describe('the reach of a program', () => {
  const rotate = async (role: 'owner' | 'admin', given: object = {}) =>
    (await startTestRotation(services, await makeTestKey(services, { role, ...given }))).key

  it('ends where that of its owner does: to an admin’s program, the keys of owners and admins are unknown', async () => {
    for (const role of ['owner', 'admin'] as const) {
      const foreign = await rotate(role)
      const { secrets } = {
        secrets: services.db.selectFrom('key_secrets').select('id').where('key_id', '=', foreign.id),
      }
      const { id } = await secrets.where('retiring_since', 'is not', null).executeTakeFirstOrThrow()
      const answers = [await retire(id, '', foreign), await rehearse({}, foreign), await endRehearsal(foreign)]
      for (const { status, body } of answers) expect([status, body.error]).toEqual([404, 'not_found'])
      expect(await tryTestSecret(foreign, foreign.secret)).toBe(200)
    }
    expect([
      (await rehearse({}, { ...key, id: 'lkid_x' })).status,
      (await retire('x', '', { ...key, id: 'lkid_x' })).status,
    ]).toEqual([404, 404])
  })

  it('covers the end of a secret of every key, but no rehearsal of one with more scopes than its own kind may grant', async () => {
    const by = await makeApiCaller(services, scopes, 'owner')
    const powerful = await rotate('admin', { scopes: ['users:write'] })
    for (const { status, body } of [await rehearse({}, powerful, by), await endRehearsal(powerful, by)]) {
      expect([status, body.error]).toEqual([403, 'forbidden'])
    }
    expect(await tryTestSecret(powerful, powerful.secret)).toBe(200)
    expect((await retire(await idOf('retiring', powerful, by), '', powerful, by)).status).toBe(204)
    expect(await tryTestSecret(powerful, powerful.secret)).toBe(401)
  })

  it('needs keys:write, and an owner who manages', async () => {
    await startTestRotation(services, key)
    const secretId = await idOf('retiring')
    const reader = await makeApiCaller(services, ['keys:read'])
    const attempts = (by: ApiCaller) => [retire(secretId, '', key, by), rehearse({}, key, by), endRehearsal(key, by)]
    for (const { status, body } of await Promise.all(attempts(reader))) {
      expect([status, body.error]).toEqual([403, 'insufficient_scope'])
    }
    await updateUser(services, root, { userId: caller.key.ownerId, name: 'Sync', role: 'agent' })
    for (const { status, body } of await Promise.all(attempts(caller))) {
      expect([status, body.error]).toEqual([403, 'insufficient_scope'])
    }
    services.clock.advance(hourMs)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
  })
})
