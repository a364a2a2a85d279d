import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { deactivateUser, reactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { resetFactors } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'

/** A user whose role the actor manages, and whether that is the actor. */
type Subject = Pick<User, 'role' | 'deactivatedAt'> & Readonly<{ hasFactor: boolean; isSelf: boolean }>

const isActive = ({ deactivatedAt }: Subject) => deactivatedAt === null

/** What dialogs do with a user. */
export const userActions = {
  'edit-user': { label: 'users.edit', isOpen: () => true },
  'password-link': { label: 'users.newLink', isOpen: (user) => isActive(user) && isPortalRole(user.role) },
  'reset-factors': {
    label: 'users.resetFactors',
    isOpen: ({ hasFactor, isSelf }) => hasFactor && !isSelf,
    danger: true,
    confirm: { title: 'resetFactors.title', why: ['resetFactors.removed'], submit: 'resetFactors.submit' },
    run: resetFactors,
  },
  'deactivate-user': {
    label: 'users.deactivate',
    isOpen: isActive,
    danger: true,
    confirm: { title: 'deactivate.title', why: [], submit: 'deactivate.submit' },
    run: deactivateUser,
  },
  'reactivate-user': {
    label: 'users.reactivate',
    isOpen: (user) => !isActive(user),
    confirm: { title: 'reactivate.title', why: [], submit: 'reactivate.submit' },
    run: reactivateUser,
  },
} as const satisfies Readonly<Record<string, NounAction<Subject>>>

export type UserAction = keyof typeof userActions
export type UserActionLabel = (typeof userActions)[UserAction]['label']
