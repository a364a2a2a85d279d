import { type Query, toHref } from '#app/(portal)/_urls/list-url.ts'
import { type DialogName, userHref } from '#app/(portal)/_urls/users-and-access-url.ts'

/** The element that gets the focus when a dialog closes. */
export const sheetId = 'sheet'

const userDialogs = ['end-sessions', 'rotate', 'unlink', 'approve-names', 'reject-names'] as const

export type UserDialog = (typeof userDialogs)[number]

/** The URL that opens a dialog of this page. */
export function userPageHref(userId: string, dialog: UserDialog): string {
  return toHref(userHref(userId), { do: dialog })
}

/** The URL that opens the dialog to unlink an identity. */
export function unlinkHref(userId: string, identityId: string): string {
  return toHref(userHref(userId), { do: 'unlink', identity: identityId })
}

/** The URL that opens a dialog of the users list over this page. */
export function userDialogHref(userId: string, dialog: DialogName): string {
  return toHref(userHref(userId), { dialog })
}

export function readUserDialog(query: Query): UserDialog | undefined {
  return userDialogs.find((known) => known === query.do)
}
