/** The pages of the admin bar in its order, named as in the `shell` messages. */
export const adminPlaces = {
  overview: '/overview',
  usersAndAccess: '/users-and-access',
  manageAccounts: '/manage/accounts',
  activity: '/activity',
} as const

export type AdminPlace = keyof typeof adminPlaces
