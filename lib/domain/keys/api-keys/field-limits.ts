export const keyNameLengths = { min: 1, max: 80 } as const

/** Every use of the key reads its limits. For more accounts, create a service user with an account list. */
export const maxKeyAccounts = 100
export const maxKeyNetworks = 20
export const maxKeyReturnAddresses = 20

/** What can be narrowed of a key. */
export const keyLimitNames = ['scopes', 'accountIds', 'networks', 'returnAddresses'] as const

export type KeyLimitName = (typeof keyLimitNames)[number]
