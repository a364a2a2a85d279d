import type { Actor } from '#lib/actor.ts'
import { saveApp } from '#lib/authenticator-apps/store.ts'
import { readLeaverSheet } from '#lib/leaver-sheet/read-leaver-sheet.ts'
import { rotateSeenSecrets } from '#lib/leaver-sheet/rotate-seen-secrets.ts'
import { saveNameChange } from '#lib/name-changes/store.ts'
import { createSetPasswordLink } from '#lib/password-links/set-password-link.ts'
import { signOutUser } from '#lib/portal-sessions/manage-sessions.ts'
import { isPortalRole } from '#lib/roles.ts'
import type { Services } from '#lib/services.ts'
import { insertUser } from '#lib/testing/people.ts'
import { deactivateUser, reactivateUser, updateUser } from '#lib/user-lifecycle/change-user.ts'
import { approveNames, findUndecidedNames, listWaitingNames, rejectNames } from '#lib/user-lifecycle/decide-names.ts'
import { resetFactors } from '#lib/user-lifecycle/reset-factors.ts'
import { getUser, getUserByName, listKeyOwners, listUsers } from '#lib/users/find-users.ts'
import type { User } from '#lib/users/user.ts'

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
  'list users who wait for a name': (services, actor) => listWaitingNames(services, actor),
  'list the owners of a new key': (services, actor) => listKeyOwners(services, actor),
  'look up a user by name': async (services, actor) =>
    getUserByName(services, actor, (await insertUser(services)).username),
  'look at a user': async (services, actor) => getUser(services, actor, (await insertUser(services)).id),
}
