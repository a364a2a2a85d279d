/** A passkey as its owner sees it. */
export type Passkey = Readonly<{
  id: string
  name: string
  /** Whether the authenticator keeps it on one device only, such as a security key. */
  isDeviceBound: boolean
  createdAt: number
  lastUsedAt: number | null
}>

/** A passkey with what verifies its signatures. */
export type StoredPasskey = Readonly<{
  id: string
  userId: string
  name: string
  credentialId: string
  publicKey: string
  signCount: number
}>

/** More would only hide a foreign one among them. */
export const maxPasskeys = 20
