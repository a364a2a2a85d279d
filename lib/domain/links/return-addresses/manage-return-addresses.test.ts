import { beforeEach, describe, expect, it } from 'vitest'
import { acceptsBackUrl } from '#lib/domain/links/return-addresses/back-url.ts'
import {
  addReturnAddress,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import type { Actor, PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

const origin = 'https://crm.example'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function makePerson(role: PortalRole, changes: Partial<PortalUser> = {}): Promise<PortalUser> {
  return personOf(services, await insertUser(services, { role, name: `An ${role}` }), changes)
}

async function events() {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['kind', 'actor_id', 'subject_kind', 'subject_id'])
    .where('subject_kind', '=', 'return_address')
    .execute()
  return rows
}

function accepts(backUrl: string): Promise<boolean> {
  return acceptsBackUrl(services.db, testBaseUrl, backUrl)
}

describe('a return address', () => {
  it('can be added as typed, with an audit event', async () => {
    const owner = await makePerson('owner')
    expect(await addReturnAddress(services, owner, { origin: ' https://CRM.example/ ' })).toEqual({
      origin,
      createdAt: testStart,
      createdByName: 'An owner',
    })
    expect(await events()).toEqual([
      { kind: 'return_address.added', actor_id: owner.userId, subject_kind: 'return_address', subject_id: origin },
    ])
  })

  it('is listed by origin, with the name of the user who added it', async () => {
    const admin = await makePerson('admin')
    await addReturnAddress(services, admin, { origin: 'https://z.example' })
    await addReturnAddress(services, root, { origin })
    expect(await listReturnAddresses(services, admin)).toEqual([
      { origin, createdAt: testStart, createdByName: undefined },
      { origin: 'https://z.example', createdAt: testStart, createdByName: 'An admin' },
    ])
  })

  it('exists once', async () => {
    await addReturnAddress(services, root, { origin })
    await expect(addReturnAddress(services, root, { origin: `${origin}:443` })).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { origin: 'taken' },
    })
    expect(await events()).toHaveLength(1)
  })

  it.each([
    ['', 'required'],
    ['crm.example', 'scheme_missing'],
    ['http://crm.example', 'insecure'],
  ])('%j is refused as %s', async (text, problem) => {
    await expect(addReturnAddress(services, root, { origin: text })).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { origin: problem },
    })
  })

  it('can be removed, with an audit event', async () => {
    await addReturnAddress(services, root, { origin })
    await removeReturnAddress(services, root, { origin })
    expect(await listReturnAddresses(services, root)).toEqual([])
    expect((await events()).map((event) => event.kind)).toEqual(['return_address.added', 'return_address.removed'])
  })

  it.each([origin, 'nonsense'])('that is unknown cannot be removed: %s', async (text) => {
    await expect(removeReturnAddress(services, root, { origin: text })).rejects.toMatchObject({ code: 'not_found' })
    expect(await events()).toEqual([])
  })
})

describe('return addresses', () => {
  const acts: Record<string, (actor: Actor) => Promise<unknown>> = {
    add: (actor) => addReturnAddress(services, actor, { origin }),
    remove: (actor) => removeReturnAddress(services, actor, { origin }),
    list: (actor) => listReturnAddresses(services, actor),
  }

  it.each(Object.entries(acts))('%s: an agent, a program and a visitor may not', async (_, act) => {
    const source = { address: '192.0.2.1', requestId: 'req_1' }
    const outsiders: Actor[] = [
      await makePerson('agent'),
      { kind: 'program', userId: 'usr_x', keyId: 'lkid_x', name: 'x', ...source },
      { kind: 'visitor', ...source },
    ]
    for (const actor of outsiders) await expect(act(actor)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each(['add', 'remove'])('%s: requires a password confirmation after ten minutes', async (name) => {
    const admin = await makePerson('admin')
    services.clock.advance(10 * minuteMs)
    await expect(acts[name]?.(admin)).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(await events()).toEqual([])
  })
})

describe('a back URL', () => {
  it('is accepted while its origin is registered, and always for the base URL', async () => {
    expect(await accepts(`${testBaseUrl}/`)).toBe(true)
    expect(await accepts(`${origin}/done`)).toBe(false)
    await addReturnAddress(services, root, { origin })
    expect(await accepts(`${origin}/done?x=1`)).toBe(true)
    await removeReturnAddress(services, root, { origin })
    expect(await accepts(`${origin}/done`)).toBe(false)
  })

  it('must match scheme, host and port exactly', async () => {
    await addReturnAddress(services, root, { origin })
    for (const other of ['https://crm.example:8443/', 'https://a.crm.example/', 'https://crm.example.evil.example/']) {
      expect(await accepts(other), other).toBe(false)
    }
  })
})
