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

/** Leads on to the overview once the steps are done or closed. */
export const firstStepsPath = `${adminPlaces.overview}/first-steps`

export type AdminPlace = keyof typeof adminPlaces

/** The URL that opens the dialog of a first step. */
export function firstStepHref(
  dialog: 'add' | 'add-user' | 'generate-key' | 'key-created' | 'allow',
  of?: string,
): string {
  return toHref(firstStepsPath, { dialog, of })
}

/** The first steps once a key was generated: step 4 has the focus. */
export function firstKeyHref(keyId: string): string {
  return toHref(firstStepsPath, { key: keyId })
}
