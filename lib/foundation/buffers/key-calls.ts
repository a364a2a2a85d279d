/** The share of a limit that this process has taken from the database for one minute or day. */
export type Share = {
  startsAt: number
  limit: number
  /** Calls of the share that were not used yet. */
  left: number
  /** Calls that all processes had taken together when this one last took some. */
  taken: number
  /** The database has none left until the period ends. */
  isExhausted: boolean
  /** A statement that takes more: concurrent calls wait for one. */
  taking: Promise<void> | undefined
}

/** What this process counts of keys with call limits (see `countCall`). Keys without a limit are in neither map. */
export type KeyCalls = Readonly<{
  /** By period and key ID. */
  shares: Map<string, Share>
  /** Calls beyond a limit since they were last written, by mode and key ID. */
  excess: Map<string, Excess>
}>

export type Excess = Readonly<{ keyId: string; mode: 'observe' | 'enforce'; calls: number }>

export function createKeyCalls(): KeyCalls {
  return { shares: new Map(), excess: new Map() }
}
