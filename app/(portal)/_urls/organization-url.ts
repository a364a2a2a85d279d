import { toHref } from './list-url.ts'

export const organizationPath = '/organization'

/** The element that gets the focus when the dialog closes. */
export const sessionsId = 'sessions'

/** The URL that opens the dialog that ends the sessions of all users. */
export const endSessionsHref = toHref(organizationPath, { do: 'end-sessions' })
