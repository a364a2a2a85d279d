export const maxKeyNameLength = 80

/** `current`: usable or disabled. `ended`: revoked or expired. */
export const keyStateFilters = ['current', 'active', 'disabled', 'ended', 'all'] as const
/** `expiring`: active, and expires within 30 days. `unused`: active, at least 90 days old, and not used for 90 days. */
export const keyAgeFilters = ['any', 'expiring', 'unused'] as const
export const keySorts = ['newest', 'name', 'last-used', 'expires'] as const

export const expiringDays = 30
export const unusedDays = 90

export type KeyFilter = Readonly<{
  /** Matches the name, the key ID and the owner's names. */
  search: string
  state: (typeof keyStateFilters)[number]
  age: (typeof keyAgeFilters)[number]
  /** Empty: all owners. */
  ownerId: string
  sort: (typeof keySorts)[number]
}>
