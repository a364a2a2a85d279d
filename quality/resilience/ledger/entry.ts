/** One line of a ledger: what the product has acknowledged, with whatever is needed to hold it to that. */
export type Entry = Readonly<
  | { kind: 'family'; familyId: string; username: string; keyId: string; accessToken: string; refreshToken: string }
  | { kind: 'rotation'; familyId: string; accessToken: string; refreshToken: string }
  /** An early token was presented again, which has ended the family. */
  | { kind: 'reuse'; familyId: string; requestId: string }
  | { kind: 'grant'; grantUrl: string; accountId: string }
  | { kind: 'opening'; grantUrl: string; cookie: string; requestId: string }
  | { kind: 'user'; userId: string; username: string }
  | { kind: 'key'; keyId: string; secret: string; userId: string; username: string }
  | { kind: 'revocation'; keyId: string }
  | { kind: 'deactivation'; userId: string }
  /** No answer came: what was asked of it last has happened or it has not. */
  | { kind: 'unsure'; subject: string }
>

/** An entry, and when it was acknowledged: Unix milliseconds with a fraction, by the clock of this machine. */
export type TimedEntry = Entry & Readonly<{ at: number }>
