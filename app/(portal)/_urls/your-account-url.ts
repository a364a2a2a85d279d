import { toHref } from './list-url.ts'

export const yourAccountPath = '/your-account'

export const securityDialogs = [
  'password',
  'add-passkey',
  'second-passkey',
  'rename-passkey',
  'remove-passkey',
  'app',
  'remove-app',
  'codes',
  'end-session',
  'end-others',
  'unlink',
] as const

/** The element that gets the focus when a dialog about sessions closes. */
export const sessionsId = 'sessions'

export type SecurityDialog = (typeof securityDialogs)[number]

/** The URL that opens a dialog over the page. @param subject the ID of the passkey, session or identity */
export function securityHref(dialog: SecurityDialog, subject?: string): string {
  return toHref(yourAccountPath, { dialog, subject })
}

/** The form of the names that the user signs in with. */
export const changeNamesHref = toHref(yourAccountPath, { change: 'sign-in' })
