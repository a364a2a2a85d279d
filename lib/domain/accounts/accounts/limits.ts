export const accountLengths = { id: { min: 1, max: 64 }, name: { min: 1, max: 120 } } as const

/** Accounts of one selection. */
export const maxBulkAccounts = 500
