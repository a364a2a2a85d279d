import { toHref } from './list-url.ts'
import { settingsPath } from './settings-url.ts'

/** The pages of the admin bar in its order, named as in the `shell` messages. */
export const adminPlaces = {
  overview: '/overview',
  usersAndAccess: '/users-and-access',
  manageAccounts: '/manage/accounts',
  activity: '/activity',
  settings: settingsPath,
} as const

export type AdminPlace = keyof typeof adminPlaces

/** The URL that opens the dialog of a first step over the overview. */
export function firstStepHref(
  dialog: 'add' | 'add-user' | 'generate-key' | 'key-created' | 'allow',
  of?: string,
): string {
  return toHref(adminPlaces.overview, { dialog, of })
}

/** The overview once a key was generated: step 4 has the focus. */
export function firstKeyHref(keyId: string): string {
  return toHref(adminPlaces.overview, { key: keyId })
}
