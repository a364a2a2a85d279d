/**
 * Why an opening of a link was refused. `tampered` and `revoked` also invalidate the link; `leaked` does so before it
 * is opened.
 */
export const grantRefusals = ['already_used', 'expired', 'other_browser', 'tampered', 'revoked', 'leaked'] as const

export type GrantRefusal = (typeof grantRefusals)[number]

/** A prefetch or a refusal of a link. */
export type GrantNote = Readonly<{
  tokenHash: string
  at: number
  network: string
  /** Null for a prefetch. */
  refusal: GrantRefusal | null
}>

/** The notes of this process until they are written (see `writeGrantNotes`): no response waits for them. */
export type GrantNotes = Map<string, GrantNote>
