import { beforeEach, describe, expect, it } from 'vitest'
import { changeUsers } from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import { deactivateUser, inviteUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { createUser } from '#lib/domain/people/users/create-user.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Actor, ApiClient } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole, type Role, roles } from '#lib/foundation/authorization/roles.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { changes, reads, views } from '#lib/testing/user-actions.ts'

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
type Action = (typeof onUsers)[string]

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

/** What comes of each action of a table, by its name. */
async function outcomesOf<Action>(actions: Record<string, Action>, run: (action: Action) => Promise<unknown>) {
  const outcomes: Record<string, string> = {}
  for (const [name, action] of Object.entries(actions)) outcomes[name] = await outcomeOf(run(action))
  return outcomes
}

/** What is expected of each action of a table, by its name. */
function each<Action>(actions: Record<string, Action>, expected: (action: Action) => string) {
  return Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, expected(action)]))
}

describe.each(Object.keys(manages))('%s', (kind) => {
  const mayManage = manages[kind] ?? []

  describe.each(roles)('of another user who is %s', (role) => {
    const allowed = mayManage.includes(role)

    it(`${allowed ? 'may' : 'may not'} change or look at them`, async () => {
      const { actor } = await actorOf(kind)
      const outcomes = await outcomesOf(onUsers, async ({ needs, change }) => {
        const target = await insertUser(services, { role })
        if (needs === 'deactivated') await deactivateUser(services, root, target.id)
        await change(services, actor, target)
      })
      const ifAllowed = ({ people }: Action) => (people && !isPortalRole(role) ? 'conflict' : 'allowed')
      expect(outcomes).toEqual(each(onUsers, allowed ? ifAllowed : () => 'forbidden'))
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

  it(`${kind === 'owner' ? 'may' : 'may not'} change or look at themselves`, async () => {
    if (!(await actorOf(kind)).self) return
    const outcomes = await outcomesOf(onUsers, async ({ needs, change }) => {
      const { actor, self = expect.fail() } = await actorOf(kind)
      if (needs === 'deactivated') await deactivateUser(services, root, self.id)
      await change(services, actor, self)
    })
    expect(outcomes).toEqual(each(onUsers, ({ others }) => (kind === 'owner' && !others ? 'allowed' : 'forbidden')))
  })

  it(`${mayManage.length > 0 ? 'may' : 'may not'} read lists of users`, async () => {
    const { actor } = await actorOf(kind)
    const outcomes = await outcomesOf(reads, (read) => read(services, actor))
    expect(outcomes).toEqual(each(reads, () => (mayManage.length > 0 ? 'allowed' : 'forbidden')))
  })
})

describe('a recent password confirmation is required', () => {
  const tenMinutes = 600_000
  const all: typeof changes = {
    ...changes,
    'change with others': {
      needs: 'active',
      change: (given, actor, { id }) => changeUsers(given, actor, { verb: 'deactivate', ids: [id] }),
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
