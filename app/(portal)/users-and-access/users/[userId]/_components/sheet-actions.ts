import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { approveNames, rejectNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import { unlinkIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import type { UserDialog } from './user-url.ts'

/** What a user's page does in addition to the users list. Names are decided on as the dialog showed them. */
export const sheetActions = {
  'end-sessions': {
    label: 'sessions.endAll',
    danger: true,
    confirm: { title: 'endDialog.title', why: ['endDialog.effect'], submit: 'endDialog.submit' },
    run: signOutUser,
  },
  rotate: { label: 'secrets.rotateAll' },
  'approve-names': {
    label: 'names.approve',
    confirm: { title: 'names.approveTitle', why: ['names.approveWhy', 'names.why'], submit: 'names.approveSubmit' },
    save: (services, actor, form) => approveNames(services, actor, readNames(form)),
  },
  'reject-names': {
    label: 'names.reject',
    danger: true,
    confirm: { title: 'names.rejectTitle', why: ['names.rejectWhy', 'names.why'], submit: 'names.rejectSubmit' },
    save: (services, actor, form) => rejectNames(services, actor, readNames(form)),
  },
} as const satisfies Readonly<Record<Exclude<UserDialog, 'unlink'>, NounAction<unknown>>>

/** About one of the user's identities at sign-in providers. */
export const identityActions = {
  unlink: {
    label: 'identities.unlink',
    danger: true,
    confirm: { title: 'identities.unlinkTitle', why: ['identities.unlinkWhy'], submit: 'identities.unlinkSubmit' },
    run: unlinkIdentity,
  },
} as const satisfies Readonly<Record<string, NounAction<unknown>>>

function readNames(form: FormData) {
  return { userId: readText(form, 'id'), username: readText(form, 'username'), email: readText(form, 'email') }
}
