import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey, enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { findUnusedNewKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { type HandOverInput, handOverKey, handOverNewKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { findLinkedHandOver, readHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { reportHandOver } from '#lib/domain/keys/hand-over/report-hand-over.ts'
import { takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { withdrawHandOver } from '#lib/domain/keys/hand-over/withdraw-hand-over.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { issueTestTokens, makeTestKey, postToken, refreshFields, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
let owner: User
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
  owner = await insertUser(services, { role: 'owner', name: 'Olivia Berger' })
})

const tokenOf = ({ url }: Readonly<{ url: string }>) => new URL(url).searchParams.get('token') ?? ''

const handOver = async (options: Partial<HandOverInput> = {}) =>
  tokenOf(await handOverKey(services, personOf(services, owner), { keyId: key.id, ...options }))

const take = (token: string) => takeHandOver(services, visitor, token)
const report = (token: string) => reportHandOver(services, visitor, token)
const stateOf = async (token: string) => (await findLinkedHandOver(services, token))?.state

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
}

async function eventsOf(kind: string) {
  const rows = await services.db.selectFrom('audit_events').selectAll().where('kind', '=', kind).execute()
  return rows.map(({ actor_kind, subject_id, details }) => ({ actor_kind, subject_id, ...JSON.parse(details) }))
}

const secretStates = async (keyId = key.id) =>
  (await readKeySecrets(services, root, keyId)).secrets.map(({ state }) => state).toSorted()

describe('a link that hands over a key', () => {
  it('works for 72 hours, tells what it is for, and changes nothing until it is used', async () => {
    const link = await handOverKey(services, personOf(services, owner), { keyId: key.id })
    expect(link).toEqual({
      keyId: key.id,
      name: 'Test key',
      url: expect.stringMatching(/^https:\/\/login\.example\.com\/hand-over\?token=[\w-]{43}$/),
      expiresAt: testStart + 72 * hourMs,
    })
    for (let look = 0; look < 3; look++) {
      expect(await findLinkedHandOver(services, tokenOf(link))).toEqual({
        state: 'open',
        key: { name: 'Test key', accountIds: null, networks: null, expiresAt: null },
        createdByName: 'Olivia Berger',
        expiresAt: testStart + 72 * hourMs,
        usedAt: null,
        usedFrom: null,
      })
    }
    expect(await secretStates()).toEqual(['current'])
    expect(await eventsOf('api_key.handed_over')).toMatchObject([
      { actor_kind: 'person', subject_id: key.id, expiresAt: testStart + 72 * hourMs, retiresAfterSeconds: 86_400 },
    ])
  })

  it('gives its recipient the next secret, whose first use retires the former one as was chosen', async () => {
    const token = await handOver({ retireAfter: '1h', families: 'end' })
    services.clock.advance(1)
    const taken = await take(token)
    expect(taken).toEqual({
      id: key.id,
      name: 'Test key',
      expiresAt: null,
      ownerUsername: key.username,
      scopes: ['sso'],
      secret: expect.stringMatching(/^lksec_[0-9A-Za-z]{49}$/),
      lapsesAt: testStart + 1 + 7 * dayMs,
      exampleAccountId: undefined,
    })
    expect(await secretStates()).toEqual(['current', 'pending'])
    expect(await tryTestSecret(key, taken.secret)).toBe(200)
    services.clock.advance(hourMs - 1)
    expect(await tryTestSecret(key, key.secret)).toBe(200)
    services.clock.advance(1)
    expect([await tryTestSecret(key, key.secret), await tryTestSecret(key, taken.secret)]).toEqual([401, 200])
    const { secrets } = await readKeySecrets(services, root, key.id)
    expect(secrets.find(({ state }) => state === 'retired')?.families).toBe('end')
    expect(secrets.find(({ state }) => state === 'current')?.createdByName).toBe('Olivia Berger')
  })

  it('tells the managers of the key when and from where it was used, and whoever opens it later the network', async () => {
    const token = await handOver()
    services.clock.advance(5)
    await takeHandOver(services, { ...visitor, address: '2001:db8:1:2:3:4:5:6' }, token)
    expect(await readHandOver(services, root, key.id)).toMatchObject({
      state: 'used',
      usedAt: testStart + 5,
      usedFrom: '2001:db8:1:2:3:4:5:6',
      createdByName: 'Olivia Berger',
    })
    expect(await findLinkedHandOver(services, token)).toMatchObject({
      state: 'used',
      usedAt: testStart + 5,
      usedFrom: '2001:db8:1:2::/64',
    })
    const [event] = await eventsOf('api_key.hand_over_used')
    const [secret] = (await readKeySecrets(services, root, key.id)).secrets
    expect(event).toMatchObject({ actor_kind: 'visitor', subject_id: key.id, secretId: secret?.id })
  })

  it('ends on the millisecond', async () => {
    const [token, short] = [await handOver(), await makeTestKey(services)]
    const early = tokenOf(await handOverKey(services, root, { keyId: short.id, hours: 1 }))
    services.clock.advance(hourMs - 1)
    expect(await stateOf(early)).toBe('open')
    services.clock.advance(1)
    expect([await stateOf(early), await codeOf(take(early))]).toEqual(['expired', 'link_unusable'])
    services.clock.advance(71 * hourMs - 1)
    expect(await stateOf(token)).toBe('open')
    services.clock.advance(1)
    expect([await stateOf(token), await codeOf(take(token))]).toEqual(['expired', 'link_unusable'])
    expect(await secretStates()).toEqual(['current'])
  })

  it('gives one secret to many who use it at once, and records it once', async () => {
    const token = await handOver()
    const length = callersAtOnce(200)
    const codes = await Promise.all(Array.from({ length }, () => codeOf(take(token))))
    expect(codes.toSorted()).toEqual(['done', ...Array<string>(length - 1).fill('link_unusable')])
    expect(await secretStates()).toEqual(['current', 'pending'])
    expect(await eventsOf('api_key.hand_over_used')).toHaveLength(1)
  }, 60_000)

  it('is replaced by a newer link, of which there is one after concurrent creations', async () => {
    const older = await handOver()
    const links = await Promise.all(Array.from({ length: 10 }, () => handOver()))
    expect([await stateOf(older), await codeOf(take(older))]).toEqual(['withdrawn', 'link_unusable'])
    const states = await Promise.all(links.map(stateOf))
    expect(states.toSorted()).toEqual(['open', ...Array<string>(9).fill('withdrawn')])
  })

  it('replaces a pending secret', async () => {
    const { secret } = await rotateSecret(services, root, { keyId: key.id })
    await handOver()
    expect([await tryTestSecret(key, secret), await tryTestSecret(key, key.secret)]).toEqual([401, 200])
  })

  const ends: [string, () => Promise<unknown>][] = [
    ['is withdrawn', () => withdrawHandOver(services, root, key.id)],
    ['is followed by a rotation', () => rotateSecret(services, root, { keyId: key.id })],
    ['belongs to a revoked key', () => revokeApiKey(services, root, key.id)],
    ['belongs to a disabled key', () => disableApiKey(services, root, key.id)],
    ['belongs to an expired key', () => services.db.updateTable('api_keys').set({ expires_at: testStart }).execute()],
    ['belongs to a key of a deactivated user', () => deactivateUser(services, root, key.ownerId)],
  ]
  it.each(ends)('gives nothing once it %s', async (_, end) => {
    const token = await handOver()
    await end()
    const states = await secretStates()
    expect([await stateOf(token), await codeOf(take(token))]).toEqual(['withdrawn', 'link_unusable'])
    expect(await secretStates()).toEqual(states)
    expect(await eventsOf('api_key.hand_over_used')).toEqual([])
  })

  it('does not come back with a key that is enabled again', async () => {
    const token = await handOver()
    await disableApiKey(services, root, key.id)
    await enableApiKey(services, root, key.id)
    expect(await codeOf(take(token))).toBe('link_unusable')
  })

  it('ends with its key, also if one manager disables the key while another one revokes it', async () => {
    const token = await handOver()
    const meeting = meetAfter(services, /^update "(api_keys|hand_overs)"/)
    const outcomes = await settle([disableApiKey(meeting, root, key.id), revokeApiKey(meeting, root, key.id)])
    // The outcome of a deadlock.
    expect(outcomes).not.toContain('temporarily_unavailable')
    expect(await stateOf(token)).toBe('withdrawn')
  })

  it('is unknown if it is not one, however it reads', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(10_000)]) {
      const found = [await stateOf(token), await codeOf(take(token)), await codeOf(report(token))]
      expect(found).toEqual([undefined, 'link_unusable', 'link_unusable'])
    }
  })

  it.each([
    ['an unknown key', { keyId: 'lkid_x' }, 'not_found'],
    ['no time', { hours: 0 }, 'input_invalid'],
    ['more than 72 hours', { hours: 73 }, 'input_invalid'],
    ['half an hour', { hours: 0.5 }, 'input_invalid'],
    ['another retirement', { retireAfter: '2h' as '1h' }, 'input_invalid'],
  ])('is not created for %s', async (_, options, code) => {
    expect(await codeOf(handOver(options))).toBe(code)
  })

  it('is not created for a revoked or a disabled key, or while a former secret works', async () => {
    const [revoked, disabled] = [await makeTestKey(services), await makeTestKey(services)]
    await revokeApiKey(services, root, revoked.id)
    await disableApiKey(services, root, disabled.id)
    await startTestRotation(services, key)
    const codes = [revoked, disabled, key].map(({ id: keyId }) => codeOf(handOverKey(services, root, { keyId })))
    expect(await Promise.all(codes)).toEqual(['conflict', 'conflict', 'former_secret_works'])
  })

  it('asks for the password again where the last confirmation is old', async () => {
    const person = personOf(services, owner)
    services.clock.advance(10 * minuteMs)
    const codes = [
      handOverKey(services, person, { keyId: key.id }),
      handOverNewKey(services, person, { name: 'CRM', ownerId: key.ownerId }),
    ]
    expect(await Promise.all(codes.map(codeOf))).toEqual(['confirmation_required', 'confirmation_required'])
  })

  it('is withdrawn once', async () => {
    await handOver()
    const withdrawn = [await withdrawHandOver(services, root, key.id), await withdrawHandOver(services, root, key.id)]
    expect(withdrawn).toEqual([true, false])
    expect(await eventsOf('api_key.hand_over_withdrawn')).toMatchObject([{ subject_id: key.id }])
  })
})

describe('a new key that is handed over', () => {
  const create = () =>
    handOverNewKey(services, personOf(services, owner), {
      name: 'Partner',
      ownerId: owner.id,
      networks: ['192.0.2.0/24'],
      expiresInDays: 30,
    })

  it('has no secret until its recipient generates the first one, which does not lapse', async () => {
    const created = await create()
    expect(created).toMatchObject({
      name: 'Partner',
      ownerUsername: owner.username,
      expiresAt: testStart + 72 * hourMs,
    })
    expect(await secretStates(created.keyId)).toEqual([])
    expect(await tryTestSecret({ id: created.keyId }, key.secret)).toBe(401)
    expect(await findLinkedHandOver(services, tokenOf(created))).toMatchObject({
      key: { name: 'Partner', networks: ['192.0.2.0/24'], expiresAt: testStart + 30 * dayMs },
    })
    const taken = await take(tokenOf(created))
    expect(taken).toMatchObject({ lapsesAt: null, expiresAt: testStart + 30 * dayMs })
    services.clock.advance(29 * dayMs)
    expect(await tryTestSecret({ id: created.keyId }, taken.secret)).toBe(200)
    expect(await secretStates(created.keyId)).toEqual(['current'])
  })

  it('gets its first secret by rotation, too', async () => {
    const { keyId } = await create()
    const { secret } = await rotateSecret(services, root, { keyId })
    expect(await tryTestSecret({ id: keyId }, secret)).toBe(200)
    expect(await secretStates(keyId)).toEqual(['current'])
  })

  it('is not one whose secret may be lost', async () => {
    const person = personOf(services, owner)
    await create()
    expect(await findUnusedNewKey(services, person)).toBeUndefined()
  })
})

describe('the report of a link that someone else had used', () => {
  it('revokes the key and its tokens, and is recorded once', async () => {
    const tokens = await issueTestTokens(key)
    const token = await handOver()
    const { secret } = await take(token)
    services.clock.advance(1)
    await report(token)
    expect([await tryTestSecret(key, secret), await tryTestSecret(key, key.secret)]).toEqual([401, 401])
    expect((await postToken(refreshFields(key.username, tokens.refreshToken))).status).toBe(400)
    expect(await eventsOf('api_key.revoked')).toMatchObject([
      { actor_kind: 'visitor', subject_id: key.id, reason: 'reported' },
    ])
    expect(await readHandOver(services, root, key.id)).toMatchObject({ state: 'reported', reportedAt: testStart + 1 })
    expect(await stateOf(token)).toBe('reported')
  })

  it('is told to the owner and the managers of the key', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' }
    services = await openTestServices(mail)
    const { id } = await insertUser(services, { role: 'owner' })
    const { id: keyId, ownerId } = await makeTestKey(services)
    const token = tokenOf(await handOverKey(services, root, { keyId }))
    await take(token)
    await report(token)
    const mails = await services.db.selectFrom('mails').select(['kind', 'user_id', 'facts']).execute()
    expect(mails.map(({ user_id }) => user_id).toSorted()).toEqual([id, ownerId].toSorted())
    for (const { kind, facts } of mails) {
      expect([kind, JSON.parse(facts)]).toMatchObject(['key_revoked', { keyId, reported: true }])
    }
  })

  it('is accepted once of many at once', async () => {
    const token = await handOver()
    await take(token)
    const length = callersAtOnce(50)
    const codes = await Promise.all(Array.from({ length }, () => codeOf(report(token))))
    expect(codes.toSorted()).toEqual(['done', ...Array<string>(length - 1).fill('link_unusable')])
    expect(await eventsOf('api_key.revoked')).toHaveLength(1)
  })

  it('is refused while the link was not used, and leaves the key as it is', async () => {
    const token = await handOver()
    expect(await codeOf(report(token))).toBe('link_unusable')
    services.clock.advance(72 * hourMs)
    expect(await codeOf(report(token))).toBe('link_unusable')
    expect(await tryTestSecret(key, key.secret)).toBe(200)
  })

  it('of a key that is revoked already records nothing more', async () => {
    const token = await handOver()
    await take(token)
    await revokeApiKey(services, root, key.id)
    await report(token)
    expect(await eventsOf('api_key.revoked')).toHaveLength(1)
    expect(await stateOf(token)).toBe('reported')
  })

  it('is still possible when the link has expired', async () => {
    const token = await handOver()
    await take(token)
    services.clock.advance(73 * hourMs)
    expect(await codeOf(report(token))).toBe('done')
  })
})
