import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { endFormerSecret, rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { handOverKey, handOverNewKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { retireDueSecrets } from '#lib/domain/keys/key-rotation/retire-due-secrets.ts'
import { rotateOwnSecret, rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { maxListed, maxRotated } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { readLeaverSheet } from '#lib/domain/people/leaver-sheet/read-leaver-sheet.ts'
import { rotateSeenSecrets } from '#lib/domain/people/leaver-sheet/rotate-seen-secrets.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { insertUser, personOf, root, signInAs, visitor } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram } from '#lib/testing/test-grants.ts'
import { issueTestTokens, postToken, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let leaver: User
let admin: PortalUser
let owner: PortalUser
let service: User

beforeEach(async () => {
  services = await openTestServices()
  leaver = await insertUser(services, { role: 'admin', name: 'Lea' })
  admin = personOf(services, leaver)
  owner = personOf(services, await insertUser(services, { role: 'owner', name: 'Olivia' }))
  service = await insertUser(services, { role: 'service', name: 'Shop' })
})

const generate = (name: string, actor: Parameters<typeof generateApiKey>[1] = admin, ownerId = service.id) =>
  generateApiKey(services, actor, { name, ownerId })
const read = (actor = owner) => readLeaverSheet(services, actor, leaver.id)
const steps = async () => (await read()).secrets.map(({ key, step }) => [key.name, step])
const rotateAll = () => rotateSeenSecrets(services, owner, leaver.id)

async function take(url: string) {
  return takeHandOver(services, visitor, new URL(url).searchParams.get('token') ?? '')
}

describe('the secrets that a user saw', () => {
  it('are those that the user generated or rotated, while they work', async () => {
    const first = await generate('First')
    await generate('Of another', owner)
    const rotated = await generate('Rotated', owner)
    services.clock.advance(1)
    await rotateSecret(services, admin, { keyId: rotated.id })
    await deactivateUser(services, owner, leaver.id)
    const { secrets, hiddenSecrets } = await read()
    expect(hiddenSecrets).toBe(0)
    const shop = { id: service.id, name: 'Shop', role: 'service' }
    expect(secrets).toEqual([
      {
        id: expect.stringMatching(/^ksec_/),
        key: { id: rotated.id, name: 'Rotated', state: 'active', owner: shop },
        state: 'pending',
        step: 'rotate',
        createdAt: testStart + 1,
        lastUsedAt: null,
        worksUntil: testStart + 1 + 7 * dayMs,
        openAccounts: 0,
      },
      {
        id: expect.stringMatching(/^ksec_/),
        key: { id: first.id, name: 'First', state: 'active', owner: shop },
        state: 'current',
        step: 'rotate',
        createdAt: testStart,
        lastUsedAt: null,
        worksUntil: null,
        openAccounts: 0,
      },
    ])
    services.clock.advance(7 * dayMs)
    expect(await steps()).toEqual([['First', 'rotate']])
    await revokeApiKey(services, root, first.id)
    expect(await steps()).toEqual([])
  })

  it('are not those of expired keys', async () => {
    await generateApiKey(services, admin, { name: 'Short', ownerId: service.id, expiresInDays: 1 })
    services.clock.advance(dayMs - 1)
    expect(await steps()).toEqual([['Short', 'rotate']])
    services.clock.advance(1)
    expect(await steps()).toEqual([])
  })

  it('are told apart from those that the user handed over, and that a program generated', async () => {
    const { url } = await handOverNewKey(services, admin, { name: 'Partner', ownerId: service.id })
    await take(url)
    const current = await generate('Current', owner)
    await take((await handOverKey(services, admin, { keyId: current.id })).url)
    const own = await generateApiKey(services, owner, { name: 'Own', ownerId: leaver.id, rotatable: true })
    const [secret] = await services.db.selectFrom('key_secrets').select('id').where('key_id', '=', own.id).execute()
    await rotateOwnSecret(services, { address: '192.0.2.7', requestId: 'req_1' }, {
      keyId: own.id,
      secretId: secret?.id ?? '',
      ownerId: leaver.id,
    } as Own)
    expect((await steps()).toSorted()).toEqual([
      ['Current', 'handed_over'],
      ['Partner', 'handed_over'],
    ])
    expect(await rotateAll()).toEqual({ rotated: [], remaining: 0 })
  })

  it('say which accounts are open by them', async () => {
    const program = await makeTestProgram(services)
    await services.db.updateTable('key_secrets').set({ created_by: leaver.id }).execute()
    await new TestBrowser().open((await issueLink(program)).href)
    expect((await read()).secrets).toMatchObject([{ key: { id: program.keyId }, openAccounts: 1 }])
  })

  it('are counted if only owners manage their keys', async () => {
    const agent = await insertUser(services, { role: 'agent' })
    await generate('Of the owner', { ...owner, userId: agent.id }, owner.userId)
    await generate('Shop', { ...owner, userId: agent.id })
    expect(await readLeaverSheet(services, admin, agent.id)).toMatchObject({
      secrets: [{ key: { name: 'Shop' } }],
      hiddenSecrets: 1,
    })
  })

  it('are found by an index', async () => {
    await generate('Of another', owner)
    const row = await services.db.selectFrom('key_secrets').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: 200 }, (_, n) => ({
      ...row,
      id: `ksec_${n}`,
      secret_hash: `${n}`,
      created_by: `usr_${n}`,
    }))
    await services.db.insertInto('key_secrets').values(others).execute()
    await sql`analyze`.execute(services.db)
    const plans = await explain(services.db, (db) => readLeaverSheet({ ...services, db }, owner, leaver.id))
    expect(plans.filter((plan) => plan.includes('key_secrets_by_creator'))).toHaveLength(1)
  })
})

type Own = Parameters<typeof rotateOwnSecret>[2]

describe('rotating all of them', () => {
  it('shows each new secret once, and ends the seen one 24 hours after the first use of the new one', async () => {
    const [shop, crm] = [await generate('Shop'), await generate('CRM')]
    const { refreshToken } = await issueTestTokens({ ...shop, ownerId: '', email: '', username: '' })
    const { rotated, remaining } = await rotateAll()
    expect(remaining).toBe(0)
    expect(rotated.map(({ keyId }) => keyId).toSorted()).toEqual([shop.id, crm.id].toSorted())
    const fresh = rotated.find(({ keyId }) => keyId === shop.id)?.secret ?? ''
    expect([await tryTestSecret(shop, fresh), await tryTestSecret(shop, shop.secret)]).toEqual([200, 200])
    expect((await steps()).toSorted()).toEqual([
      ['CRM', 'waiting'],
      ['Shop', 'retiring'],
    ])
    services.clock.advance(dayMs)
    expect([await tryTestSecret(shop, fresh), await tryTestSecret(shop, shop.secret)]).toEqual([200, 401])
    expect(await steps()).toEqual([['CRM', 'waiting']])
    await retireDueSecrets(services)
    expect((await postToken(refreshFields(service.username, refreshToken))).status).toBe(400)
  })

  it('replaces a pending secret that the user saw, so that it never works', async () => {
    const key = await generate('Shop', owner)
    const seen = await rotateSecret(services, admin, { keyId: key.id })
    const { rotated } = await rotateAll()
    expect(rotated).toHaveLength(1)
    expect([await tryTestSecret(key, seen.secret), await tryTestSecret(key, key.secret)]).toEqual([401, 200])
    expect(await steps()).toEqual([])
  })

  it('leaves keys alone whose new secret was not used yet, also when it is repeated', async () => {
    await generate('Shop')
    expect((await rotateAll()).rotated).toHaveLength(1)
    expect(await rotateAll()).toEqual({ rotated: [], remaining: 0 })
  })

  it('leaves keys alone whose former secret still works', async () => {
    const key = await generate('Shop', owner)
    await startTestRotation(services, { ...key, ownerId: service.id, email: '', username: '' })
    await services.db
      .updateTable('key_secrets')
      .set({ created_by: leaver.id })
      .where('retiring_since', 'is', null)
      .execute()
    expect(await steps()).toEqual([['Shop', 'blocked']])
    expect(await rotateAll()).toEqual({ rotated: [], remaining: 0 })
    services.clock.advance(dayMs)
    expect(await steps()).toEqual([['Shop', 'rotate']])
  })

  it('leaves keys alone whose owner is deactivated: nothing could use their new secret', async () => {
    await generate('Own', owner, leaver.id)
    await services.db.updateTable('key_secrets').set({ created_by: leaver.id }).execute()
    expect(await steps()).toEqual([['Own', 'rotate']])
    await deactivateUser(services, owner, leaver.id)
    expect(await steps()).toEqual([['Own', 'refused']])
    expect(await rotateAll()).toEqual({ rotated: [], remaining: 0 })
  })

  it(`takes ${maxRotated} keys at a time`, async () => {
    for (let n = 0; n < maxRotated + 3; n++) await generate(`Key ${n}`)
    const first = await rotateAll()
    expect([first.rotated.length, first.remaining]).toEqual([maxRotated, 3])
    const second = await rotateAll()
    expect([second.rotated.length, second.remaining]).toEqual([3, 0])
    const ids = [...first.rotated, ...second.rotated].map(({ keyId }) => keyId)
    expect(new Set(ids).size).toBe(maxRotated + 3)
  })

  it('stores no secret in plain text, and records each rotation', async () => {
    await generate('Shop')
    const { rotated } = await rotateAll()
    const events = await services.db.selectFrom('audit_events').selectAll().execute()
    const secrets = await services.db.selectFrom('key_secrets').selectAll().execute()
    const stored = JSON.stringify([events, secrets, services.logLines])
    expect(rotated.filter(({ secret }) => stored.includes(secret))).toEqual([])
    expect(events.filter(({ kind }) => kind === 'api_key.secret_rotated')).toMatchObject([{ actor_id: owner.userId }])
  })

  it('needs a recent confirmation, even if no key is left', async () => {
    services.clock.advance(confirmationMs)
    await expect(rotateAll()).rejects.toMatchObject({ code: 'confirmation_required' })
  })
})

describe('the sheet', () => {
  it('names the keys that the user owns, and what they opened and have open', async () => {
    const program = await makeTestProgram(services)
    leaver = program.owner
    const { person } = await signInAs(services, leaver)
    services.clock.advance(hourMs)
    await new TestBrowser().open((await issueLink(program)).href)
    const openedAt = services.clock.now()
    const sheet = await read()
    expect(sheet.keys).toMatchObject([{ id: program.keyId, owner: { id: leaver.id } }])
    expect(sheet.opened).toEqual([{ id: 'acme', name: 'Acme & Sons', openedAt }])
    expect(sheet.sessions).toMatchObject([{ id: person.sessionId }])
    expect(sheet.accounts).toMatchObject([{ accountId: 'acme', keyId: program.keyId }])
    await deactivateUser(services, root, leaver.id)
    expect(await read()).toMatchObject({ opened: [{ id: 'acme' }], sessions: [], accounts: [] })
  })

  it('names webhooks whose signing secret the user saw last', async () => {
    const [kept, rotated, taken] = await Promise.all([
      addWebhook(services, admin, { url: 'https://a.example/' }),
      addWebhook(services, admin, { url: 'https://b.example/' }),
      addWebhook(services, owner, { url: 'https://c.example/' }),
    ])
    await rotateSigningSecret(services, owner, rotated.id)
    await endFormerSecret(services, owner, rotated.id)
    services.clock.advance(1)
    await rotateSigningSecret(services, admin, taken.id)
    expect((await read()).webhooks).toEqual([
      { id: taken.id, url: 'https://c.example/', createdAt: testStart + 1 },
      { id: kept.id, url: 'https://a.example/', createdAt: testStart },
    ])
  })

  it('names links of the user that can still be used', async () => {
    const invited = await insertUser(services, { name: 'Ida' })
    await createSetPasswordLink(services, admin, invited.id)
    const key = await handOverNewKey(services, admin, { name: 'Partner', ownerId: service.id })
    const links = [
      { kind: 'hand_over', id: key.keyId, name: 'Partner', expiresAt: testStart + 72 * hourMs },
      { kind: 'set_password', id: invited.id, name: 'Ida', expiresAt: testStart + 72 * hourMs },
    ]
    expect((await read()).links.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual(links)
    await take(key.url)
    expect((await read()).links).toEqual(links.slice(1))
    services.clock.advance(72 * hourMs)
    expect((await read()).links).toEqual([])
  })

  it(`lists at most ${maxListed} of each`, async () => {
    const { id } = await generate('Shop')
    const columns = { key_id: id, master_id: 'm', created_at: 0, created_by: leaver.id, current_since: 0 }
    const rows = Array.from({ length: maxListed + 1 }, (_, n) => ({ ...columns, id: `ksec_${n}`, secret_hash: `${n}` }))
    await services.db.insertInto('key_secrets').values(rows).execute()
    expect((await read()).secrets).toHaveLength(maxListed)
  })
})
