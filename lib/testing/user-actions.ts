import { readLeaverSheet } from '#lib/domain/people/leaver-sheet/read-leaver-sheet.ts'
import { rotateSeenSecrets } from '#lib/domain/people/leaver-sheet/rotate-seen-secrets.ts'
import { saveNameChange } from '#lib/domain/people/name-changes/store.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser, reactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import {
  approveNames,
  findUndecidedNames,
  listWaitingNames,
  rejectNames,
} from '#lib/domain/people/user-lifecycle/decide-names.ts'
import { resetFactors } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import {
  findUsersToAttend,
  getUser,
  getUserByName,
  listKeyOwners,
  listUsers,
} from '#lib/domain/people/users/find-users.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { saveApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { insertUser } from '#lib/testing/people.ts'

type Change = Readonly<{
  needs: 'active' | 'deactivated'
  /** Not for service users. */
  people?: true
  /** Not for oneself. */
  others?: true
  change: (services: Services, actor: Actor, target: User) => Promise<unknown>
}>

/** Every use case that changes a user; `needs` is the state that it requires. */
export const changes: Record<string, Change> = {
  rename: {
    needs: 'active',
    change: (services, actor, { id, role }) => updateUser(services, actor, { userId: id, name: 'Other', role }),
  },
  deactivate: { needs: 'active', change: (services, actor, { id }) => deactivateUser(services, actor, id) },
  reactivate: { needs: 'deactivated', change: (services, actor, { id }) => reactivateUser(services, actor, id) },
  'create a password link for': {
    needs: 'active',
    people: true,
    change: (services, actor, { id }) => createSetPasswordLink(services, actor, id),
  },
  'reset the factors of': {
    needs: 'active',
    people: true,
    others: true,
    change: async (services, actor, { id, role }) => {
      const app = { userId: id, secretSealed: '', masterId: '' }
      if (isPortalRole(role)) await saveApp(services.db, app, 1)
      return resetFactors(services, actor, id)
    },
  },
  'approve the names of': {
    needs: 'active',
    change: async (services, actor, { id }) => {
      await saveNameChange(services.db, id, { username: `new-${id.slice(-8)}`, email: null })
      return approveNames(services, actor, { userId: id, username: `new-${id.slice(-8)}`, email: '' })
    },
  },
  'reject the names of': {
    needs: 'active',
    change: async (services, actor, { id }) => {
      await saveNameChange(services.db, id, { username: `new-${id.slice(-8)}`, email: null })
      return rejectNames(services, actor, { userId: id, username: `new-${id.slice(-8)}`, email: '' })
    },
  },
  'rotate the secrets seen by': {
    needs: 'active',
    change: (services, actor, { id }) => rotateSeenSecrets(services, actor, id),
  },
  'end the sessions of': { needs: 'active', change: (services, actor, { id }) => signOutUser(services, actor, id) },
}

/** Every use case that reads more of a user than the list shows; it needs no recent confirmation. */
export const views: typeof changes = {
  'read the leaver’s sheet of': {
    needs: 'active',
    change: (services, actor, { id }) => readLeaverSheet(services, actor, id),
  },
  'read the undecided names of': {
    needs: 'active',
    change: (services, actor, { id }) => findUndecidedNames(services, actor, id),
  },
}

/** Every use case that reads users. */
export const reads: Record<string, (services: Services, actor: Actor) => Promise<unknown>> = {
  'list users': (services, actor) => listUsers(services, actor),
  'list the users to attend to': (services, actor) => findUsersToAttend(services, actor, 5),
  'list users who wait for a name': (services, actor) => listWaitingNames(services, actor),
  'list the owners of a new key': (services, actor) => listKeyOwners(services, actor),
  'look up a user by name': async (services, actor) =>
    getUserByName(services, actor, (await insertUser(services)).username),
  'look at a user': async (services, actor) => getUser(services, actor, (await insertUser(services)).id),
}
