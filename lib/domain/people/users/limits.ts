export const maxGroupsOfUser = 100

/** Users of one selection. */
export const maxBulkUsers = 500

/** Accounts that a selection of users is given. More are given as an account group. */
export const maxBulkAccess = 100
