import type { RevocationUncertainty } from '#lib/backup/previous-database.ts'

/** A key that was active in the backup. The operator has to decide whether it still is. */
export type KeyToEnable = Readonly<{ keyId: string; name: string; owner: string; lastUsedAt: number | null }>

/** What was taken since the backup, and stays so. */
export type CarriedOver = Readonly<{
  revokedKeys: number
  disabledKeys: number
  deactivatedUsers: number
  newerPasswords: number
  /** Recorded since, or in another line of events: the record is never cut. */
  events: number
}>

/** What a restore came to. */
export type RestoreResult = Readonly<{
  /** When the backup was made; null where nothing says so. */
  madeAt: number | null
  users: number
  accounts: number
  apiKeys: number
  carriedOver: CarriedOver
  /** Why more may have been taken since than was carried over; null: nothing. */
  ignorance: RevocationUncertainty | null
  keysToEnable: readonly KeyToEnable[]
  /** False: the next access token makes new ones. */
  keepsSigningKeys: boolean
  activeOwners: number
  /** Where the former database lies, if it could not be used. */
  movedAside: string | null
}>
