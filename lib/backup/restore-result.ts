import type { RevocationUncertainty } from '#lib/backup/previous-database.ts'

/** A key that was active in the backup. The operator decides whether it still is. */
export type KeyToEnable = Readonly<{ keyId: string; name: string; owner: string; lastUsedAt: number | null }>

/** What was revoked since the backup and stays revoked. */
export type CarriedOver = Readonly<{
  revokedKeys: number
  disabledKeys: number
  deactivatedUsers: number
  newerPasswords: number
  /** Events recorded since, or on another branch: the audit log is never truncated. */
  events: number
}>

/** The result of a restore. */
export type RestoreResult = Readonly<{
  /** When the backup was made; `null` if unknown. */
  madeAt: number | null
  users: number
  accounts: number
  apiKeys: number
  carriedOver: CarriedOver
  /** Why more may have been revoked since than was carried over; `null` if nothing. */
  ignorance: RevocationUncertainty | null
  keysToEnable: readonly KeyToEnable[]
  /** If false, the next access token creates new ones. */
  keepsSigningKeys: boolean
  activeOwners: number
  /** The path of the previous database if it couldn't be used. */
  movedAside: string | null
}>
