/** One line of a ledger: an acknowledged response, with the values to verify it later. */
export type Entry = Readonly<
  | { kind: 'family'; familyId: string; username: string; keyId: string; accessToken: string; refreshToken: string }
  | { kind: 'rotation'; familyId: string; accessToken: string; refreshToken: string }
  /** Reuse of an early token revoked the family. */
  | { kind: 'reuse'; familyId: string; requestId: string }
  | { kind: 'grant'; grantUrl: string; accountId: string }
  | { kind: 'opening'; grantUrl: string; cookie: string; requestId: string }
  | { kind: 'user'; userId: string; username: string }
  | { kind: 'key'; keyId: string; secret: string; userId: string; username: string }
  /** The key was rotated. With the first use of this secret the former one ends, or retires for another day. */
  | { kind: 'new_secret'; keyId: string; secret: string; former: 'ends' | 'retires' }
  | { kind: 'first_use'; keyId: string }
  | { kind: 'revocation'; keyId: string }
  | { kind: 'deactivation'; userId: string }
  /** The last request had no response: it may have taken effect. */
  | { kind: 'unsure'; subject: string }
>

/** An entry with the time of its response: Unix milliseconds with a fraction. */
export type TimedEntry = Entry & Readonly<{ at: number }>
