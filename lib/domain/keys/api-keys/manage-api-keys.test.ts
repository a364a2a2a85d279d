import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { findApiKey, listApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { isWellFormedSecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { portalRoles, type Role, roles } from '#lib/foundation/authorization/roles.ts'
import { dayMs, minuteMs } from '#lib/kernel/clock.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { meetAfter } from '#lib/testing/rendezvous.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
}

function keyEvents() {
  return services.db.selectFrom('audit_events').where('subject_kind', '=', 'api_key')
}

async function eventKinds(): Promise<string[]> {
  const events = await keyEvents().select('kind').execute()
  return events.map((event) => event.kind).sort()
}

describe('generating an API key', () => {
  it('returns key ID and secret once, and stores only a keyed hash of the secret', async () => {
    const { id: ownerId } = await insertUser(services, { role: 'service', username: 'orders' })
    const creator = await insertUser(services, { role: 'owner' })
    const key = await generateApiKey(services, personOf(services, creator), {
      name: '  Nightly sync ',
      ownerId,
      expiresInDays: '30',
    })
    expect(key).toEqual({
      id: expect.stringMatching(/^lkid_[0-9A-Za-z]{20}$/),
      secret: expect.stringMatching(/^lksec_[0-9A-Za-z]{49}$/),
      name: 'Nightly sync',
      expiresAt: testStart + 30 * dayMs,
      ownerUsername: 'orders',
      scopes: ['sso'],
      sameNameKeyId: undefined,
    })
    expect(isWellFormedSecret(key.secret)).toBe(true)
    expect(await services.db.selectFrom('api_keys').selectAll().execute()).toEqual([
      {
        id: key.id,
        name: 'Nightly sync',
        owner_id: ownerId,
        created_by: creator.id,
        created_at: testStart,
        expires_at: testStart + 30 * dayMs,
        disabled_at: null,
        revoked_at: null,
        last_used_at: null,
        last_used_from: null,
        scopes: 'sso',
        account_ids: null,
        networks: null,
        ...keyFields.perColumn(() => null),
        return_addresses: null,
        limit_mode: null,
        calls_per_minute: null,
        calls_per_day: null,
        rotatable_since: null,
        dpop_since: null,
        expiry_noticed_days: null,
        search_text: 'nightly sync',
      },
    ])
    expect(await services.db.selectFrom('key_secrets').selectAll().execute()).toEqual([
      {
        id: expect.stringMatching(/^ksec_[0-9A-Za-z]{20}$/),
        key_id: key.id,
        secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        master_id: services.keys.current.id,
        public_jwk: null,
        created_at: testStart,
        created_by: creator.id,
        shown_to: 'creator',
        current_since: testStart,
        lapses_at: null,
        former_retires_after_ms: null,
        former_families: null,
        retiring_since: null,
        retires_at: null,
        families: null,
        retired_at: null,
        refused_from: null,
        refused_until: null,
        last_used_at: null,
      },
    ])
  })

  it('is recorded', async () => {
    const key = await makeTestKey(services)
    expect(await keyEvents().selectAll().execute()).toEqual([
      expect.objectContaining({
        kind: 'api_key.generated',
        actor_kind: 'operator',
        subject_id: key.id,
        details: JSON.stringify({
          owner: 'Robin Example',
          ownerId: key.ownerId,
          expiresAt: null,
          scopes: 'sso',
          accountIds: null,
          networks: null,
          returnAddresses: null,
        }),
      }),
    ])
  })

  it.each([
    [{ name: ' ' }, { name: 'required' }],
    [{ name: 'x'.repeat(81) }, { name: 'too_long' }],
    [{ name: 'a\nb' }, { name: 'malformed' }],
    [{ ownerId: '' }, { ownerId: 'required' }],
    [{ ownerId: 'usr_nobody' }, { ownerId: 'unknown' }],
    [{ expiresInDays: '0' }, { expiresInDays: 'out_of_range' }],
    [{ expiresInDays: '3651' }, { expiresInDays: 'out_of_range' }],
    [{ expiresInDays: '1.5' }, { expiresInDays: 'malformed' }],
    [{ expiresInDays: 'soon' }, { expiresInDays: 'malformed' }],
  ])('refuses %j', async (changes, fields) => {
    const { id: ownerId } = await insertUser(services)
    const input = { name: 'Key', ownerId, expiresInDays: null, ...changes }
    await expect(generateApiKey(services, root, input)).rejects.toMatchObject({ code: 'input_invalid', fields })
  })

  it('asks a user before a second active key of one name and owner, and only then', async () => {
    const owner = await insertUser(services, { name: 'Order system', role: 'service' })
    const person = personOf(services, await insertUser(services, { role: 'owner' }))
    const input = { name: 'Nightly', ownerId: owner.id }
    const first = await generateApiKey(services, person, input)
    const refusal = { code: 'input_invalid', fields: { name: 'same_name' }, entries: { name: ['Order system'] } }
    await expect(generateApiKey(services, person, { ...input, name: ' Nightly ' })).rejects.toMatchObject(refusal)
    const second = await generateApiKey(services, person, { ...input, allowSameName: true })
    expect(second.sameNameKeyId).toBe(first.id)
    for (const id of [first.id, second.id]) await revokeApiKey(services, person, id)
    expect((await generateApiKey(services, person, input)).sameNameKeyId).toBeUndefined()
  })

  it('accepts one of two concurrent requests with the same name', async () => {
    const { id: ownerId } = await insertUser(services, { role: 'service' })
    const person = personOf(services, await insertUser(services, { role: 'owner' }))
    const attempts = Array.from({ length: 6 }, () =>
      outcome(generateApiKey(services, person, { name: 'Once', ownerId })),
    )
    expect((await Promise.all(attempts)).sort()).toEqual(['done', ...Array(5).fill('input_invalid')])
  })

  it('lets an operator repeat a name by default', async () => {
    const { id: ownerId } = await insertUser(services, { role: 'service' })
    const first = await generateApiKey(services, root, { name: 'Nightly', ownerId })
    expect((await generateApiKey(services, root, { name: 'Nightly', ownerId })).sameNameKeyId).toBe(first.id)
    const unique = generateApiKey(services, root, { name: 'Nightly', ownerId, allowSameName: false })
    await expect(unique).rejects.toMatchObject({ fields: { name: 'same_name' } })
  })

  it('refuses a deactivated owner', async () => {
    const { id: ownerId } = await insertUser(services)
    await deactivateUser(services, root, ownerId)
    const attempt = generateApiKey(services, root, { name: 'Key', ownerId })
    await expect(attempt).rejects.toMatchObject({ fields: { ownerId: 'unknown' } })
  })

  it.each([
    ['forbidden', 0, 'agent'],
    ['confirmation_required', 10 * minuteMs, 'owner'],
  ] as const)('refuses with %s before it parses the input', async (code, ageMs, role) => {
    services.clock.advance(ageMs)
    const attempt = generateApiKey(services, anyPerson(role), { name: '', ownerId: '', networks: ['nowhere'] })
    await expect(attempt).rejects.toMatchObject({ code, fields: undefined })
  })

  it('requires a new password confirmation after 10 minutes', async () => {
    const { id: ownerId } = await insertUser(services)
    services.clock.advance(10 * minuteMs - 1)
    expect(await outcome(generateApiKey(services, anyPerson('owner'), { name: 'Key', ownerId }))).toBe('done')
    services.clock.advance(1)
    expect(await outcome(generateApiKey(services, anyPerson('owner'), { name: 'Key', ownerId }))).toBe(
      'confirmation_required',
    )
  })
})

describe('the permission to manage keys', () => {
  const allowed: Record<string, readonly Role[]> = {
    owner: ['owner', 'admin', 'agent', 'service', 'service_admin'],
    admin: ['agent', 'service'],
    agent: [],
  }

  it.each(portalRoles.flatMap((role) => roles.map((target) => [role, target] as const)))(
    'is decided for %s and a key of another %s',
    async (role, target) => {
      const actor = personOf(services, await insertUser(services, { role }))
      const key = await makeTestKey(services, { role: target })
      const expected = allowed[role]?.includes(target) ? 'done' : 'forbidden'
      const generating = generateApiKey(services, actor, { name: 'Key', ownerId: key.ownerId })
      expect(await outcome(generating)).toBe(expected)
      for (const change of [disableApiKey, enableApiKey, revokeApiKey]) {
        expect(await outcome(change(services, actor, key.id))).toBe(expected)
      }
      const found = await findApiKey(services, actor, key.id).catch(() => undefined)
      expect(found?.id).toBe(expected === 'done' ? key.id : undefined)
      const listed = await listApiKeys(services, actor).catch(() => [])
      expect(listed.some((one) => one.id === key.id)).toBe(expected === 'done')
    },
  )

  it('lets an admin own keys that they manage, but not an agent', async () => {
    for (const [role, expected] of [
      ['admin', 'done'],
      ['agent', 'forbidden'],
    ] as const) {
      const user = await insertUser(services, { role })
      const generating = generateApiKey(services, personOf(services, user), { name: 'Key', ownerId: user.id })
      expect(await outcome(generating)).toBe(expected)
    }
  })

  it('refuses a client with its own key', async () => {
    const key = await makeTestKey(services, { role: 'owner' })
    const program = { ...root, kind: 'program', userId: key.ownerId, keyId: key.id } as const
    for (const attempt of [disableApiKey(services, program, key.id), listApiKeys(services, program)]) {
      expect(await outcome(attempt)).toBe('forbidden')
    }
  })
})

describe('changing the state of a key', () => {
  it('happens once, is recorded once, and succeeds again without an audit event', async () => {
    const { id } = await makeTestKey(services)
    for (const change of [disableApiKey, disableApiKey, enableApiKey, enableApiKey, revokeApiKey, revokeApiKey]) {
      expect(await outcome(change(services, root, id))).toBe('done')
    }
    expect(await eventKinds()).toEqual(['api_key.disabled', 'api_key.enabled', 'api_key.generated', 'api_key.revoked'])
  })

  it('is refused for a revoked key', async () => {
    const { id } = await makeTestKey(services)
    await revokeApiKey(services, root, id)
    expect(await outcome(enableApiKey(services, root, id))).toBe('conflict')
    expect(await outcome(disableApiKey(services, root, id))).toBe('conflict')
    expect((await listApiKeys(services, root))[0]?.state).toBe('revoked')
  })

  it('is refused if the key is revoked at the same moment', async () => {
    const { id } = await makeTestKey(services)
    await disableApiKey(services, root, id)
    const dawdling = meetAfter(services, /^select .* from "api_keys"/)
    const enabling = outcome(enableApiKey(dawdling, root, id))
    await revokeApiKey(services, root, id)
    const enabled = await enabling
    const kinds = await eventKinds()
    // On the embedded database the revocation waits: then it was enabled, and is revoked now.
    expect([enabled, kinds.includes('api_key.enabled')]).toBeOneOf([
      ['conflict', false],
      ['done', true],
    ])
  })

  it('is refused for an unknown key', async () => {
    expect(await outcome(revokeApiKey(services, root, 'lkid_x'))).toBe('not_found')
  })

  it('records one revocation for many concurrent requests', async () => {
    const { id } = await makeTestKey(services)
    await Promise.all(Array.from({ length: callersAtOnce(50) }, () => revokeApiKey(services, root, id)))
    expect(await eventKinds()).toEqual(['api_key.generated', 'api_key.revoked'])
  })
})
