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
