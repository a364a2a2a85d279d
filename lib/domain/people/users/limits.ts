export const maxGroupsOfUser = 100

/** Users of one selection. */
export const maxBulkUsers = 500

/** Accounts that a selection of users is given. More are given as an account group. */
export const maxBulkAccess = 100

/** The texts that a user may have, with their greatest lengths. `fields.ts` declares each of them. */
export const userTextLengths = { note: 200 } as const
export type UserText = keyof typeof userTextLengths
export const userTexts = Object.keys(userTextLengths) as UserText[]

/** The form of a new key counts what each owner opens, so it counts no further. */
export const maxCountedOpens = 200
