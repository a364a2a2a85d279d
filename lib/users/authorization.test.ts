import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor, ApiClient } from '#lib/actor.ts'
import { isRefusal } from '#lib/errors.ts'
import { isPortalRole, type Role, roles } from '#lib/roles.ts'
import { insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { changes, reads, views } from '#lib/testing/user-actions.ts'
import { changeUsers } from '#lib/user-lifecycle/bulk-users.ts'
import { deactivateUser, inviteUser, updateUser } from '#lib/user-lifecycle/change-user.ts'
import { createUser } from '#lib/users/create-user.ts'
import type { User } from '#lib/users/user.ts'

/** A second copy of the table of the protocol, section 1: who may manage whom. */
const manages: Record<string, readonly Role[]> = {
  owner: ['owner', 'admin', 'agent', 'service', 'service_admin'],
  admin: ['agent', 'service'],
  agent: [],
  'service user': [],
  visitor: [],
  operator: ['owner', 'admin', 'agent', 'service', 'service_admin'],
}

const onUsers = { ...changes, ...views }

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
  await insertUser(services, { role: 'owner' })
})

async function actorOf(kind: string): Promise<{ actor: Actor; self: User | undefined }> {
  if (kind === 'operator') return { actor: root, self: undefined }
  if (kind === 'visitor') return { actor: visitor, self: undefined }
  const role = kind === 'service user' ? 'service' : roles.find((known) => known === kind)
  const self = await insertUser(services, { role: role ?? 'agent' })
  if (role !== 'service') return { actor: personOf(services, self), self }
  const program: ApiClient = { ...visitor, kind: 'program', userId: self.id, keyId: 'lkid_x', name: self.name }
  return { actor: program, self }
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'allowed'
  } catch (error) {
    return isRefusal(error) ? error.code : String(error)
  }
}

describe.each(Object.keys(manages))('%s', (kind) => {
  const mayManage = manages[kind] ?? []

  describe.each(roles)('of another user who is %s', (role) => {
    const allowed = mayManage.includes(role)

    it.each(Object.keys(onUsers))(`${allowed ? 'may' : 'may not'} %s them`, async (name) => {
      const { needs, people, change } = onUsers[name] ?? expect.fail()
      const { actor } = await actorOf(kind)
      const target = await insertUser(services, { role })
      if (needs === 'deactivated') await deactivateUser(services, root, target.id)
      const refusal = people && !isPortalRole(role) ? 'conflict' : 'allowed'
      expect(await outcomeOf(change(services, actor, target))).toBe(allowed ? refusal : 'forbidden')
    })

    it(`${allowed ? 'may' : 'may not'} create one`, async () => {
      const { actor } = await actorOf(kind)
      const user = { username: 'new', email: 'new@example.com', name: 'New', role }
      expect(await outcomeOf(inviteUser(services, actor, user))).toBe(allowed ? 'allowed' : 'forbidden')
    })

    it(`${allowed && isPortalRole(role) ? 'may' : 'may not'} make one of an agent`, async () => {
      const { actor } = await actorOf(kind)
      const agent = await insertUser(services, { role: 'agent' })
      const outcome = await outcomeOf(updateUser(services, actor, { userId: agent.id, name: 'Agent', role }))
      const sameKind = isPortalRole(role) ? 'allowed' : 'input_invalid'
      expect(outcome).toBe(allowed ? sameKind : 'forbidden')
    })
  })

  it.each(Object.keys(onUsers))(`${kind === 'owner' ? 'may' : 'may not'} %s themselves`, async (name) => {
    const { needs, others, change } = onUsers[name] ?? expect.fail()
    const { actor, self } = await actorOf(kind)
    if (!self) return
    if (needs === 'deactivated') await deactivateUser(services, root, self.id)
    const isAllowed = kind === 'owner' && !others
    expect(await outcomeOf(change(services, actor, self))).toBe(isAllowed ? 'allowed' : 'forbidden')
  })

  it.each(Object.keys(reads))(`${mayManage.length > 0 ? 'may' : 'may not'} %s`, async (name) => {
    const { actor } = await actorOf(kind)
    const outcome = await outcomeOf((reads[name] ?? expect.fail())(services, actor))
    expect(outcome).toBe(mayManage.length > 0 ? 'allowed' : 'forbidden')
  })
})

describe('a recent password confirmation is required', () => {
  const tenMinutes = 600_000
  const all: typeof changes = {
    ...changes,
    'change with others': {
      needs: 'active',
      change: (given, actor, { id }) => changeUsers(given, actor, 'deactivate', { ids: [id] }),
    },
    create: {
      needs: 'active',
      change: (given, actor) =>
        createUser(given, actor, { username: 'new', email: 'new@example.com', name: 'New', role: 'agent' }),
    },
  }

  it.each(Object.keys(all))('to %s a user, ten minutes after it was given', async (name) => {
    const { needs, change } = all[name] ?? expect.fail()
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    const target = await insertUser(services)
    if (needs === 'deactivated') await deactivateUser(services, root, target.id)
    services.clock.advance(tenMinutes)
    expect(await outcomeOf(change(services, owner, target))).toBe('confirmation_required')
    services.clock.advance(-1)
    expect(await outcomeOf(change(services, owner, target))).toBe('allowed')
  })
})
